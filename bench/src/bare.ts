import Fastify from 'fastify'

// The limit of a poll: a bare Fastify that answers 304.
const app = Fastify()
app.get('/same', (request, reply) =>
  reply.code(304).header('etag', request.headers['if-none-match']).send(),
)
process.on('disconnect', () => process.exit())
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
