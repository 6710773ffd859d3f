/** One server-sent event. */
export interface StreamEvent<Data = Record<string, never>> {
  event: string;
  data: Data;
}

/** Reads server-sent events over real HTTP. */
export class EventReader {
  private rest = '';

  private constructor(
    readonly response: Response,
    private readonly body: ReadableStreamDefaultReader<string>,
  ) {}

  static async open(url: string): Promise<EventReader> {
    const response = await fetch(url);
    if (response.body === null) throw new Error(`${url} answered without a body.`);
    return new EventReader(response, response.body.pipeThrough(new TextDecoderStream()).getReader());
  }

  /** The next event; undefined after the last. */
  async next<Data>(): Promise<StreamEvent<Data> | undefined> {
    for (;;) {
      const end = this.rest.indexOf('\n\n');
      if (end < 0) {
        const { done, value } = await this.body.read();
        if (done) return undefined;
        this.rest += value;
        continue;
      }
      const fields = Object.fromEntries(
        this.rest
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s)),
      ) as Record<string, string>;
      this.rest = this.rest.slice(end + 2);
      const { event, data } = fields;
      if (event !== undefined && data !== undefined) return { event, data: JSON.parse(data) as Data };
    }
  }

  /** The first later event that fulfils the condition. */
  async until<Data>(condition: (data: Data) => boolean): Promise<Data> {
    for (;;) {
      const event = await this.next<Data>();
      if (event === undefined) throw new Error('The stream ended.');
      if (condition(event.data)) return event.data;
    }
  }

  close(): Promise<void> {
    return this.body.cancel();
  }
}
