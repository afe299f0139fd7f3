import type { FastifyInstance } from 'fastify'
import { polls, requestDuration } from '../metrics.ts'

/** Counts answers and their time by route template. A request without a route counts as `none`. */
export function measureRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions
    const { statusCode: status } = reply
    if (config.endpoint?.answersStream) return done()
    requestDuration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    if (config.endpoint?.isPoll) polls.inc({ answer: status === 304 ? 'unchanged' : 'changed' })
    done()
  })
}
