import { inflateSync } from 'node:zlib';

/** A picture with eight bits for each channel; each pixel in a row is a number of its red, green and blue. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint32Array;
}

const signature = '89504e470d0a1a0a';
const channelsOfColourType: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

interface Chunk {
  type: string;
  data: Buffer;
}

function* chunksOf(file: Buffer): Iterable<Chunk> {
  for (let offset = 8; offset < file.length;) {
    const length = file.readUInt32BE(offset);
    yield {
      type: file.toString('latin1', offset + 4, offset + 8),
      data: file.subarray(offset + 8, offset + 8 + length),
    };
    offset += length + 12;
  }
}

/** Reads a PNG file as browsers write them: true colour, not interlaced. */
export function readPng(file: Buffer): Picture {
  if (file.toString('hex', 0, 8) !== signature) throw new Error('This is not a PNG file.');
  const chunks = [...chunksOf(file)];
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined) throw new Error('The PNG file has no header.');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = channelsOfColourType[header[9] ?? -1];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0)
    throw new Error('The PNG file is of another kind.');
  const data = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data)),
  );
  return { width, height, pixels: pixelsOf(data, width, height, channels) };
}

/** Undoes the filter of each row: a byte is the difference from a prediction by its neighbours. */
function pixelsOf(data: Buffer, width: number, height: number, channels: number): Uint32Array {
  const stride = width * channels;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const filter = data[start] ?? 0;
    const row = new Uint8Array(data.subarray(start + 1, start + 1 + stride));
    for (let x = 0; x < stride; x += 1) {
      const left = row[x - channels] ?? 0;
      const up = above[x] ?? 0;
      const corner = above[x - channels] ?? 0;
      row[x] = (row[x] ?? 0) + foretold(filter, left, up, corner);
    }
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0] = row.subarray(x * channels);
      pixels[y * width + x] = red * 65_536 + green * 256 + blue;
    }
    above = row;
  }
  return pixels;
}

function foretold(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [byLeft, byUp, byCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [
        number,
        number,
        number,
      ];
      if (byLeft <= byUp && byLeft <= byCorner) return left;
      return byUp <= byCorner ? up : corner;
    }
    default:
      return 0;
  }
}
