import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

/*
 * What a worker thread runs: the library brings a script of four megabytes, in its own text and again as what that says.
 * A server that loaded it would hold seventeen for a page that few people open.
 */

/** A page to read the API, and the script that it loads. */
export interface DocsPage {
  html: string
  script: Uint8Array
}

/**
 * @param at where the page will be; its script is at `js/scalar.js` from there
 * @param document where it finds the OpenAPI document
 */
export async function docsPage({ at, document }: { at: `/${string}`; document: string }): Promise<DocsPage> {
  const server = fastify()
  await server.register(scalar, {
    routePrefix: at,
    configuration: { url: document, withDefaultFonts: false, telemetry: false },
  })
  const [page, script] = await Promise.all([server.inject(`${at}/`), server.inject(`${at}/js/scalar.js`)])
  await server.close()
  for (const { statusCode } of [page, script])
    if (statusCode !== 200) throw new Error(`The library answered ${statusCode}`)
  return { html: page.body, script: script.rawPayload }
}
