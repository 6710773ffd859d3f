import type { InferenceModel } from '#contract';
import { refusal, useCloud } from '../support/caller';

const models = '/v1/inference/models';

describe('inference models', () => {
  const cloud = useCloud();

  test('are listed, and can be read singly by their code', async () => {
    const { body } = await cloud.owner.get<InferenceModel[]>(models);
    expect(body.length).toBeGreaterThan(3);
    for (const model of body) expect((await cloud.owner.get(`${models}/${model.code}`)).body).toEqual(model);
    expect(await cloud.owner.get(`${models}/nothing`)).toMatchObject(refusal(404, 'not_found', 'nothing'));
  });

  test('list no prices for tiers without prices of their own', async () => {
    const { body } = await cloud.owner.get<InferenceModel>(`${models}/llama-3.3-70b-instruct`);
    expect(body.service_tiers).toEqual(['default', 'flex', 'priority']);
    expect(body.service_tier_pricing.map(({ service_tier }) => service_tier)).toEqual(['flex', 'priority']);
    expect(body.service_tier_pricing[0]?.pricing.input).not.toBe(body.pricing.input);
  });

  test('name the value for the field "model" of requests, which is usually the code', async () => {
    const { body } = await cloud.owner.get<InferenceModel[]>(models);
    const differing = body.filter(({ code, endpoint_model }) => code !== endpoint_model);
    expect(differing.map(({ endpoint_model }) => endpoint_model)).toEqual(['qwen3-235b-a22b-instruct-2507']);
  });
});

describe('inference models of an account in euro', () => {
  const cloud = useCloud({ currency: 'eur' });

  test('have prices in euro', async () => {
    const { body } = await cloud.owner.get<InferenceModel>(`${models}/gpt-oss-120b`);
    expect(body.pricing).toMatchObject({ input: '0.129', output: '0.516', request: '0' });
  });
});
