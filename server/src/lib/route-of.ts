import type { Endpoint } from '@portal/contract/lib/endpoint'

type Serving = {
  /** Brings a file as multipart: its body is no JSON, and may take its time. */
  takesFile?: true
  /** Answers a file, which no schema describes. */
  answersFile?: true
}

/**
 * What Fastify is told of an endpoint, whoever writes its handler: the path, who may call it, what it is about, and what
 * comes in and goes out. Nothing else makes the config of a route, so none can leave its access out (auth/guard.ts).
 */
export const routeOf = (endpoint: Endpoint, { takesFile, answersFile }: Serving = {}) => {
  const { method, path, params, query, body, response, access, about, isPoll, summary, tag } = endpoint
  return {
    method,
    url: path,
    config: { access, about, ...(isPoll && { isPoll }), ...(takesFile && { takesFile }) },
    schema: {
      summary,
      tags: [tag],
      ...(takesFile && { consumes: ['multipart/form-data'] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(!answersFile && { response: { 200: response } }),
    },
  }
}
