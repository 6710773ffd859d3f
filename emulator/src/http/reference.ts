import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { document, endpoints } from '../contract/document';

/** The reference of the API as a page for a browser, with all its files: it needs no network. */
export async function registerReference(app: FastifyInstance): Promise<void> {
  const endpoint = endpoints.find(({ operation }) => operation.operationId === 'getDocs');
  if (endpoint === undefined) throw new Error('The contract has no operation getDocs.');
  await app.register(async (page) => {
    page.addHook('onRoute', (route) => {
      const isPage = route.url === endpoint.path || route.url === `${endpoint.path}/`;
      route.config = { ...route.config, isOpen: true, ...(isPage && { endpoint }) };
    });
    await page.register(swagger, {
      mode: 'static',
      specification: { document: structuredClone(document) as never },
    });
    await page.register(swaggerUi, {
      routePrefix: endpoint.path,
      // Without the bar on top, which asks for the address of another document.
      uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true },
      theme: { title: 'Cloud Compute API' },
    });
  });
}
