import type { FastifyReply } from 'fastify';

/**
 * A path of the control API: its body and its effect. The result is sent as JSON, unless `answer` sends the
 * reply itself.
 */
export interface ControlRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  /** JSON schema of the body. */
  body?: object;
  answer: (asked: { body: unknown; params: Record<string, string>; reply: FastifyReply }) => unknown;
}

export const text = { type: 'string', minLength: 1 };

/** The JSON schema of a body with these fields and no others. */
export const object = (required: string[], properties: Record<string, object>): object => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
