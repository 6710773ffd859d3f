// The page of the API client, from its sources: sdk/client.ts, and the classes of api/ that it leads to.
import path from 'node:path';
import ts from 'typescript';
import type { Contract, Operation } from '../../../contract/document';
import { programOf } from '../../program';
import type { Page, Part, Property } from '../page';
import type { TypeArguments } from './declarations';
import { isOptional, isPublic, methodsOf, textOfType, withTypes } from './declarations';
import { docOf, parameterDocOf, tagOf } from './docstrings';
import type { Argument } from './sentRequests';
import { compiledService, operationsSentBy } from './sentRequests';

const ENTRY = path.join('sdk', 'client.ts');
const CLIENT = 'CloudComputeClient';
const BASE_ERROR = 'CloudComputeError';
/** Options with a part of their own on the page: a method does not repeat them. */
const OPTIONS = { 'Options of a call': 'RequestOptions', 'Options of a client': 'ClientOptions' };
const DESCRIBED = ['CallOptions', ...Object.values(OPTIONS)];
const SERVICES =
  'Each of the parts from `instances` to `inference` below is a property of it. `options` are the ' +
  '[options of a call](#options-of-a-call). Ids and codes are strings.';
const FOOTNOTE =
  '`Body<T>` is a `T`, or a function that returns it. The function is called when the request is really sent, after it has ' +
  "waited for the rate limit, with the time of the cloud's clock in ms since the epoch.";

/** The page of `pulumi-cloud-compute/client`. */
export function clientPage(root: string, contract: Contract): Promise<Page> {
  return new ClientSources(root, contract).page();
}

class ClientSources {
  private readonly checker: ts.TypeChecker;
  private readonly entry: ts.SourceFile;
  private readonly exported: ReadonlyMap<string, ts.Declaration>;

  constructor(
    private readonly root: string,
    private readonly contract: Contract,
  ) {
    const program = programOf(root, 'tsconfig.package.json', [ENTRY]);
    this.checker = program.getTypeChecker();
    this.entry = program.getSourceFile(path.join(root, ENTRY)) as ts.SourceFile;
    const module = this.checker.getSymbolAtLocation(this.entry) as ts.Symbol;
    this.exported = new Map(
      this.checker
        .getExportsOfModule(module)
        .flatMap((symbol) => this.declarationOf(symbol).map((node) => [symbol.name, node] as const)),
    );
  }

  async page(): Promise<Page> {
    const [firstStatement] = this.entry.statements;
    const client = this.exported.get(CLIENT) as ts.ClassDeclaration;
    const services = client.members.filter(ts.isPropertyDeclaration).filter(isPublic);
    return {
      name: 'client',
      title: 'The API client',
      doc: firstStatement === undefined ? '' : docOf(firstStatement),
      parts: [
        { title: 'Functions', properties: this.functions(), areInputs: true },
        {
          title: CLIENT,
          text: `${docOf(client)} ${SERVICES}`,
          areInputs: true,
          properties: [this.construction(client), ...this.ownMethods(client)],
        },
        ...(await Promise.all(services.map((service) => this.service(service)))),
        ...Object.entries(OPTIONS).map(([title, name]) => this.options(title, name)),
        this.errors(),
      ],
    };
  }

  private functions(): Property[] {
    return [...this.exported].flatMap(([name, node]): Property[] => {
      if (ts.isFunctionDeclaration(node)) return [this.method(node, name, docOf(node))];
      if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isArrowFunction(node.initializer))
        return [];
      return [this.method(node.initializer, name, docOf(node), tagOf(node, 'throws'))];
    });
  }

  private construction(client: ts.ClassDeclaration): Property {
    const node = client.members.find(ts.isConstructorDeclaration) as ts.ConstructorDeclaration;
    const property = this.method(node, `new ${CLIENT}`, docOf(node));
    return { ...property, type: { kind: 'code', text: CLIENT, properties: this.parameters(node) } };
  }

  private ownMethods(client: ts.ClassDeclaration): Property[] {
    return methodsOf(client).map((node) => this.method(node, node.name.getText(), docOf(node)));
  }

  /** The part of a service: the methods of its class, and of the classes of its properties. */
  private async service(property: ts.PropertyDeclaration): Promise<Part> {
    const declaration = this.classOf(property);
    const file = path.relative(this.root, declaration.getSourceFile().fileName);
    const service = compiledService(this.root, file, declaration.name?.text ?? '');
    const inner = declaration.members.filter(ts.isPropertyDeclaration).filter(isPublic);
    const properties = [
      ...methodsOf(declaration).map((node) => ({ node, names: [node.name.getText()], given: new Map() })),
      ...inner.flatMap((member) =>
        methodsOf(this.classOf(member)).map((node) => ({
          node,
          names: [member.name.getText(), node.name.getText()],
          given: this.typeArguments(member),
        })),
      ),
    ].map(async ({ node, names, given }) => {
      const sent = await Promise.all(
        this.argumentsOf(node).map((parameters) =>
          operationsSentBy(service, names, parameters, this.contract),
        ),
      );
      return this.request(node, names.join('.'), [...new Set(sent.flat())], given);
    });
    return {
      title: property.name.getText(),
      text: docOf(declaration),
      properties: await Promise.all(properties),
      areInputs: true,
    };
  }

  /** A method that sends operations of the contract. */
  private request(
    node: ts.MethodDeclaration,
    name: string,
    operations: readonly Operation[],
    given: TypeArguments,
  ): Property {
    const sends = operations.map(({ method, path: route }) => `\`${method} ${route}\``).join(' or ');
    const { type, ...property } = this.method(node, name, `${withTypes(docOf(node), given)} Sends ${sends}.`);
    if (type.kind !== 'code') throw new Error(`${name} has no type.`);
    const text = withTypes(type.text, given);
    const body = node.parameters.flatMap((parameter) => this.bodyOf(parameter, operations, given));
    const properties = [...body, ...(type.properties ?? [])];
    return { ...property, sends: operations, type: { kind: 'code', text, properties } };
  }

  /** A parameter that is the body of a request, with the fields of the contract. */
  private bodyOf(
    parameter: ts.ParameterDeclaration,
    [operation]: readonly Operation[],
    given: TypeArguments,
  ): Property[] {
    const text = withTypes(textOfType(parameter), given);
    const [, schema = text] = /^Body<(.*)>$/.exec(text) ?? [];
    if (operation === undefined || !/^[A-Z]\w*Request$/.test(schema) || !this.isInContract(schema)) return [];
    const anchor = `${operation.method} ${operation.path}`
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-');
    const fields = `The fields of [the request](../operations.md#${anchor}), with the names of the API.`;
    return [{ name: parameter.name.getText(), type: { kind: 'code', text }, doc: fields }];
  }

  private method(
    node: ts.SignatureDeclaration,
    name: string,
    doc: string,
    throws = tagOf(node, 'throws'),
  ): Property {
    const parameters = node.parameters.map(
      (parameter) => `${parameter.name.getText()}${isOptional(parameter) ? '?' : ''}`,
    );
    const types = node.typeParameters?.map((each) => each.name.text).join(', ');
    return {
      name: `${name}${types === undefined ? '' : `<${types}>`}(${parameters.join(', ')})`,
      type: { kind: 'code', text: node.type?.getText() ?? '', properties: this.parameters(node) },
      doc: [doc, throws && `Throws a ${throws}`].filter(Boolean).join(' '),
    };
  }

  /** The parameters that need an explanation: those with a docstring, and the properties of objects. */
  private parameters(node: ts.SignatureDeclaration): Property[] {
    return node.parameters.flatMap((parameter): Property[] => {
      if (DESCRIBED.includes(textOfType(parameter))) return [];
      const [name, doc] = [parameter.name.getText(), parameterDocOf(parameter)];
      if (doc !== '') return [{ name, type: this.typeOf(parameter), doc }];
      const type = this.checker.getNonNullableType(this.checker.getTypeAtLocation(parameter));
      return this.membersOf(type).map((member) => ({ ...member, name: `${name}.${member.name}` }));
    });
  }

  /** The documented properties of an object that the client declares itself; none of the contract's objects. */
  private membersOf(type: ts.Type): Property[] {
    const found = new Map<string, Property>();
    const objects = (type.isUnion() ? type.types : [type]).filter(
      (one) => one.getCallSignatures().length === 0,
    );
    for (const object of objects)
      for (const symbol of object.getProperties()) {
        const [node] = symbol.declarations ?? [];
        if (!node || !ts.isPropertySignature(node) || !this.isOurs(node)) continue;
        const text = textOfType(node);
        if (text === 'never' || found.has(symbol.name)) continue;
        found.set(symbol.name, {
          name: symbol.name,
          type: this.typeOf(node),
          doc: docOf(node),
          ...(objects.length === 1 && !isOptional(node) && { isRequired: true }),
        });
      }
    return [...found.values()];
  }

  private options(title: string, name: string): Part {
    const node = this.exported.get(name) as ts.InterfaceDeclaration;
    return {
      title,
      text: name === 'RequestOptions' ? `${docOf(node)} ${FOOTNOTE}` : docOf(node),
      properties: this.membersOf(this.checker.getTypeAtLocation(node)),
      areInputs: true,
    };
  }

  private errors(): Part {
    const classes = [...this.exported].filter(
      (each): each is [string, ts.ClassDeclaration] =>
        ts.isClassDeclaration(each[1]) && each[0].endsWith('Error'),
    );
    const base = this.exported.get(BASE_ERROR) as ts.ClassDeclaration;
    const raised = classes
      .filter(([name]) => name !== BASE_ERROR)
      .map(([name, node]) => `- **\`${name}\`**: ${docOf(node)}`);
    const properties = base.members
      .filter(ts.isPropertyDeclaration)
      .map((node) => ({ name: node.name.getText(), type: this.typeOf(node), doc: docOf(node) }));
    return {
      title: 'Errors',
      text: [
        `\`${BASE_ERROR}\`: ${docOf(base)}`,
        raised.join('\n'),
        `The properties of all these errors:`,
      ].join('\n\n'),
      properties,
    };
  }

  /** All combinations of arguments that lead to different operations. */
  private argumentsOf(node: ts.MethodDeclaration): Argument[][] {
    return node.parameters
      .filter((parameter) => !DESCRIBED.includes(textOfType(parameter)))
      .map((parameter): Argument[] => {
        const type = this.checker.getTypeAtLocation(parameter);
        if (type.isUnion() && type.types.every((one) => one.isStringLiteral()))
          return type.types.map((one) => one.value);
        return type.flags & ts.TypeFlags.String ? [`{${parameter.name.getText()}}`] : [{}];
      })
      .reduce<Argument[][]>(
        (lists, values) => lists.flatMap((list) => values.map((value) => [...list, value])),
        [[]],
      );
  }

  /** The type as the source writes it; of a short union, its values. */
  private typeOf(node: ts.ParameterDeclaration | ts.PropertySignature | ts.PropertyDeclaration) {
    const type = this.checker.getNonNullableType(this.checker.getTypeAtLocation(node));
    const text = textOfType(node);
    const isShort =
      type.isUnion() && type.types.length < 5 && type.types.every((one) => one.isStringLiteral());
    return {
      kind: 'code' as const,
      text: isShort
        ? type.types.map((one) => `'${(one as ts.StringLiteralType).value}'`).join(' | ')
        : text || this.checker.typeToString(type),
    };
  }

  private classOf(property: ts.PropertyDeclaration): ts.ClassDeclaration {
    const symbol = this.checker.getTypeAtLocation(property).getSymbol();
    const node = symbol?.declarations?.find(ts.isClassDeclaration);
    if (node === undefined) throw new Error(`${property.name.getText()} of the client is no service.`);
    return node;
  }

  private typeArguments(property: ts.PropertyDeclaration): TypeArguments {
    const parameters = this.classOf(property).typeParameters ?? [];
    const given = property.type && ts.isTypeReferenceNode(property.type) ? property.type.typeArguments : [];
    return new Map(
      parameters.map((parameter, index) => [parameter.name.text, given?.[index]?.getText() ?? '']),
    );
  }

  private declarationOf(symbol: ts.Symbol): ts.Declaration[] {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    return (target.declarations ?? []).slice(0, 1);
  }

  private isInContract(name: string): boolean {
    return this.contract.at(`/components/schemas/${name}`) !== undefined;
  }

  private isOurs(node: ts.Node): boolean {
    const file = path.relative(this.root, node.getSourceFile().fileName);
    return !file.includes('node_modules') && !file.endsWith('.d.ts');
  }
}
