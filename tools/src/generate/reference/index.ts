// docs/reference: a page for each resource, component and data source, and an overview page.
import type { Contract } from '../../contract/document';
import { callsOf } from '../../operations/calls';
import { ContractFields } from '../../operations/contractFields';
import type { ResourceSchema } from '../../../../provider/schema/resourceSchema';
import type { Resources } from '../../operations/resources';
import { tableOf } from '../../operations/table';
import type { Areas } from '../dataSources';
import type { Component } from './handwritten/components';
import { ContractProperties } from './contractProperties';
import { dataSourcePage } from './dataSourcePages';
import type { Examples, PluginExamples } from './examples';
import type { Language } from './languages/language';
import { markdown } from './markdown';
import { overview } from './overview';
import {
  INSTEAD_OF_COMPONENTS,
  INSTEAD_OF_PLUGIN_RESOURCES,
  RESULT_OF_PLUGIN,
  componentOf,
} from './languages/plugin';
import type { Page, Part } from './page';
import { Requests } from './requests';
import type { Timeouts } from './resourcePages';
import { pageOfPluginResource, resourcePage } from './resourcePages';

/** The subjects of the pages. */
export interface Subjects {
  readonly resources: Resources & { readonly timeouts: ReadonlyMap<string, Timeouts> };
  /** The resources that only the native plugin has. */
  readonly pluginResources: readonly ResourceSchema[];
  readonly components: readonly Component[];
  readonly client: Page;
  readonly areas: Areas;
  /** The functions that only the native plugin has. */
  readonly onlyInPlugin: Areas[string];
  readonly contract: Contract;
}

/** The text of each page, before formatting, by its path in docs/reference. */
export function referencePages(
  subjects: Subjects,
  examples: Examples,
  language: Language,
  ofPlugin: PluginExamples,
): Map<string, string> {
  const { resources, pluginResources, components, client, areas, onlyInPlugin, contract } = subjects;
  const fields = new ContractFields(contract);
  const subject = { parts: fields.parts(), fieldsOf: (schema: string) => fields.fieldsOf(schema) };
  components.forEach((component) => {
    checkExample(component, examples);
  });
  const requests = new Requests(contract, tableOf(resources, areas, callsOf(client), subject));
  const given = new Map(components.map((component) => [component.name, component]));
  const described = resources.schemas.map((schema) =>
    resourcePage(
      schema,
      resources.timeouts.get(schema.name),
      requests,
      language,
      given.get(schema.name)?.inputs,
    ),
  );
  const names = new Set(described.map(({ name }) => name));
  const results = new ContractProperties(contract);
  /** The arguments and the result of the function of the plugin that takes the place of a component. */
  const functionInstead = (component: string): Part[] =>
    Object.entries(onlyInPlugin)
      .filter(([name]) => componentOf(name) === component)
      .flatMap(([name, source]) =>
        dataSourcePage(name, source, contract, results, requests)
          .parts.slice(0, 2)
          .map((part) => ({ ...part, title: `${part.title} of \`${name}\`` })),
      );
  const others = components
    .filter(({ name }) => !names.has(name))
    .map((component) => componentPage(component, functionInstead(component.name)));
  const dataSources = Object.values(areas)
    .flatMap((area) => Object.entries(area))
    .map(([name, source]): Page => ({
      ...dataSourcePage(name, source, contract, results, requests),
      aboutPlugin: RESULT_OF_PLUGIN,
    }));
  const sorted = (pages: readonly Page[]): Page[] => [...pages].sort((a, b) => (a.name < b.name ? -1 : 1));
  const onlyOfPlugin = pluginResources.map((schema) =>
    pageOfPluginResource(schema, INSTEAD_OF_PLUGIN_RESOURCES[schema.name] ?? ''),
  );
  const groups = {
    resources: sorted([...described, ...others, ...onlyOfPlugin]),
    'data-sources': sorted(dataSources),
  };
  const pages = Object.entries(groups).flatMap(([folder, group]) =>
    group.map(
      (page) =>
        [
          `${folder}/${page.name}.md`,
          markdown(
            page,
            page.name in INSTEAD_OF_PLUGIN_RESOURCES ? undefined : examples.programOf(page.name),
            language,
            ofPlugin.of(page.name),
          ),
        ] as const,
    ),
  );
  return new Map([
    ['README.md', overview(groups, requests.common, language)],
    [`${client.name}.md`, markdown(client, examples.programOf(client.name), language)],
    ...pages,
  ]);
}

const componentPage = (
  { name, doc, inputs, outputs }: Component,
  functionOfPlugin: readonly Part[],
): Page => ({
  name,
  doc,
  aboutPlugin: INSTEAD_OF_COMPONENTS[name] ?? '',
  parts: [
    { title: 'Inputs', properties: inputs, areInputs: true },
    { title: 'Outputs', properties: outputs },
    ...functionOfPlugin,
  ],
});

/** The docstring of a component is written by hand: its example must be a part of the program on the page. */
function checkExample({ name, example }: Component, examples: Examples): void {
  if (!examples.programOf(name).includes(example))
    throw new Error(`The @example of ${name} in sdk/components differs from the example of its page.`);
}
