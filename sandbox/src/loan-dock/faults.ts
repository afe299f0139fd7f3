import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Server } from '../lib/http-server.ts'

/** How LoanDock misbehaves, to show how the portal copes. */
const Faults = z
  .object({
    mode: z.enum(['none', 'slow', 'error', 'garbage', 'down']),
    delayMs: z
      .number()
      .int()
      .min(0)
      .max(120_000)
      .optional()
      .describe('Of "slow"; 5000 by default'),
    only: z
      .enum(['loans', 'sso', 'all'])
      .optional()
      .describe('sso: sign-in and the keys; all: /accounts too'),
  })
  .meta({ id: 'Faults' })
export type Faults = z.infer<typeof Faults>

const affected = {
  loans: /^\/loans(\/|\?|$)/,
  sso: /^\/(sso|\.well-known)(\/|\?|$)/,
  all: /^\/(loans|sso|\.well-known|accounts)(\/|\?|$)/,
}

/** In turn: a response that breaks off, and valid JSON of the wrong shape. */
const garbage = [
  '{"loanNumber":"70012',
  '{"loanNumber":["7001234"],"loanAmount":"a lot","items":"everything","keys":7,"loanDockId":null}',
]

/**
 * Makes loans, sign-in and accounts fail as PUT /faults says. Health and docs
 * never fail.
 */
export function addFaults(app: Server, log: (line: string) => void) {
  let faults: Faults = { mode: 'none' }
  let turn = 0
  app.addHook('onRequest', async ({ url, raw }, reply) => {
    const { mode, delayMs = 5_000, only = 'all' } = faults
    if (mode === 'none' || !affected[only].test(url)) return
    if (mode === 'slow') await delay(delayMs, undefined, { ref: false })
    if (mode === 'error')
      return reply
        .code(503)
        .send({ error: 'LoanDock is simulating an outage (fault switch)' })
    if (mode === 'garbage')
      return reply
        .type('application/json')
        .send(garbage[turn++ % garbage.length])
    if (mode === 'down') {
      reply.hijack()
      raw.socket.destroy()
    }
  })

  const tags = ['faults']
  app.get(
    '/faults',
    {
      schema: { summary: 'The fault switch', tags, response: { 200: Faults } },
    },
    async () => faults,
  )
  app.put(
    '/faults',
    {
      schema: {
        summary: 'Set the fault switch',
        tags,
        body: Faults,
        response: { 200: Faults },
      },
    },
    async ({ body }) => {
      faults = body
      log(`LoanDock: faults set to ${body.mode}`)
      return faults
    },
  )
  return {
    set: (next: Faults) => {
      faults = next
    },
  }
}
