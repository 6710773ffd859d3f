// The contract is written with each name of an action once, and served with one enum for each schema.
import { parseContract } from '../../../tools/src/contract/parse';

const text = `
components:
  schemas:
    LoggedAction:
      anyOf:
        - { type: string, enum: [attach, delete], x-idempotent: true }
        - { type: string, enum: [clone] }
    Action:
      description: An action.
      anyOf:
        - $ref: '#/components/schemas/LoggedAction'
        - { type: string, enum: [export, delete] }
    ActionOfLog:
      x-idempotent: false
      anyOf:
        - $ref: '#/components/schemas/LoggedAction'
        - { type: string, enum: ['attach:complete'] }
    Request:
      properties:
        action: { $ref: '#/components/schemas/Action' }
        node: { type: string, enum: [stop], x-idempotent: true }
`;

it('joins the lists of an action to one enum, and leaves out the lists', () => {
  expect(parseContract(text)).toEqual({
    components: {
      schemas: {
        Action: {
          ...{ type: 'string', description: 'An action.' },
          ...{ enum: ['attach', 'delete', 'clone', 'export'], 'x-idempotent': ['attach', 'delete'] },
        },
        ActionOfLog: { type: 'string', enum: ['attach', 'delete', 'clone', 'attach:complete'] },
        Request: {
          properties: {
            action: { $ref: '#/components/schemas/Action' },
            node: { type: 'string', enum: ['stop'], 'x-idempotent': ['stop'] },
          },
        },
      },
    },
  });
});

it('reports a list that does not exist', () => {
  const schemas = "{ Action: { anyOf: [{ $ref: '#/components/schemas/Missing' }] } }";
  expect(() => parseContract(`components: { schemas: ${schemas} }`)).toThrow('no list Missing');
});
