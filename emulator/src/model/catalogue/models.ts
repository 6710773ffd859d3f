/** US dollars; a price of 0 is not charged. */
export interface ModelPrices {
  /** Per million tokens. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Per image. */
  image: number;
  /** Per request. */
  request: number;
}

/** A model that answers inference requests. */
export interface Model {
  code: string;
  /** The value of `model` in a request. */
  endpointModel: string;
  /** The supported tiers, each with its own prices, or null for none. */
  tiers: Record<string, ModelPrices | null>;
  prices: ModelPrices;
}

const prices = (input: number, output: number, image = 0): ModelPrices => ({
  input,
  output,
  cacheRead: input / 10,
  cacheWrite: input,
  image,
  request: 0,
});

/** `default` is charged at the model's prices. */
const tiered = (flex: ModelPrices | null, priority: ModelPrices | null): Model['tiers'] => ({
  default: null,
  ...(flex && { flex }),
  ...(priority && { priority }),
});

type Row = [code: string, base: ModelPrices, tiers: Model['tiers'], endpointModel?: string];

const rows: Row[] = [
  ['llama-3.3-70b-instruct', prices(0.6, 0.6), tiered(prices(0.3, 0.3), prices(1.2, 1.2))],
  ['llama-3.1-8b-instruct', prices(0.05, 0.08), tiered(null, null)],
  ['deepseek-v3.1', prices(0.5, 1.5), tiered(prices(0.25, 0.75), null)],
  [
    'qwen3-235b-a22b-instruct',
    prices(0.2, 0.6),
    tiered(null, prices(0.4, 1.2)),
    'qwen3-235b-a22b-instruct-2507',
  ],
  ['gpt-oss-120b', prices(0.15, 0.6), tiered(prices(0.075, 0.3), null)],
  ['flux-1-dev', prices(0, 0, 0.025), tiered(null, null)],
];

export const models: readonly Model[] = rows.map(([code, base, tiers, endpointModel = code]) => ({
  code,
  endpointModel,
  tiers,
  prices: base,
}));
