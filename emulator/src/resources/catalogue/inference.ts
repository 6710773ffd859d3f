import type { Currency, InferenceModel, InferencePricing } from '#contract';
import { exchangeRate, models } from '../../model/catalogue';
import { notFound } from '../../model/errors';
import type { Model, ModelPrices } from '../../model/catalogue';
import type { World } from '../../model/world';
import type { Caller } from '../../model/events';
import type { Handlers } from '../../contract/handlers';

function pricing(prices: ModelPrices, currency: Currency): InferencePricing {
  const amount = (dollars: number): string => String(Number((dollars * exchangeRate[currency]).toFixed(6)));
  return {
    input: amount(prices.input),
    output: amount(prices.output),
    cache_read: amount(prices.cacheRead),
    cache_write: amount(prices.cacheWrite),
    image: amount(prices.image),
    request: amount(prices.request),
  };
}

/** A tier without its own prices is omitted. */
const toResponse = ({ code, endpointModel, tiers, prices }: Model, currency: Currency): InferenceModel => ({
  code,
  endpoint_model: endpointModel,
  service_tiers: Object.keys(tiers),
  service_tier_pricing: Object.entries(tiers).flatMap(([tier, own]) =>
    own === null ? [] : [{ service_tier: tier, pricing: pricing(own, currency) }],
  ),
  pricing: pricing(prices, currency),
});

const currencyOf = ({ projects }: World, caller: Caller): Currency => projects.get(caller.projectId).currency;

export const inferenceHandlers = (world: World): Handlers<'listInferenceModels' | 'getInferenceModel'> => ({
  listInferenceModels: ({ caller }) => ({
    status: 200,
    body: models.map((model) => toResponse(model, currencyOf(world, caller))),
  }),
  getInferenceModel({ caller, path }) {
    const model = models.find(({ code }) => code === path.code);
    if (model === undefined) throw notFound(`There is no inference model "${path.code}".`);
    return { status: 200, body: toResponse(model, currencyOf(world, caller)) };
  },
});
