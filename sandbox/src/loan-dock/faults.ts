import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** How LoanDock misbehaves, so that people can see what the portal makes of it. */
export const Faults = z
  .object({
    mode: z.enum(['none', 'slow', 'error', 'garbage', 'down']),
    delayMs: z
      .number()
      .int()
      .min(0)
      .max(120_000)
      .optional()
      .describe('How long "slow" waits before it answers; 5000 unless told'),
    only: z
      .enum(['loans', 'sso', 'all'])
      .optional()
      .describe('loans: /loans; sso: /sso and the keys; all (the default): /accounts too'),
  })
  .meta({ id: 'Faults' })
export type Faults = z.infer<typeof Faults>

/** The switch: what is set now, and setting it. */
export type FaultSwitch = { get: () => Faults; set: (faults: Faults) => void }

/** A switch that stands on "none". */
export const makeFaultSwitch = (): FaultSwitch => {
  let faults: Faults = { mode: 'none' }
  return {
    get: () => faults,
    set: (next) => {
      faults = Faults.parse(next)
    },
  }
}

const areaOf = (path: string): 'loans' | 'sso' | 'accounts' | null => {
  if (/^\/loans(\/|\?|$)/.test(path)) return 'loans'
  if (/^\/(sso|\.well-known)(\/|\?|$)/.test(path)) return 'sso'
  if (/^\/accounts(\/|\?|$)/.test(path)) return 'accounts'
  return null
}

const isStruck = (path: string, only: Faults['only'] = 'all') => {
  const area = areaOf(path)
  return area !== null && (only === 'all' || only === area)
}

/** Taken in turns: an answer cut off in the middle, and whole JSON of the wrong shape. */
const garbage = [
  '{"loanNumber":"70012',
  '{"loanNumber":["7001234"],"loanAmount":"a lot","items":"everything","keys":7,"loanDockId":null}',
]

/** Makes the loans, sign-in and accounts fail as the switch says. The switch itself, health and docs never do. */
export const applyFaults = (app: FastifyInstance, faults: FaultSwitch) => {
  let turn = 0
  app.addHook('onRequest', async (request, reply) => {
    const { mode, delayMs = 5_000, only } = faults.get()
    if (mode === 'none' || !isStruck(request.url, only)) return
    // The timer holds nothing up: a server that stops cuts the connection, and a process may end before the time is over.
    if (mode === 'slow') await delay(delayMs, undefined, { ref: false })
    if (mode === 'error') return reply.code(503).send({ error: 'LoanDock is out of order (fault switch)' })
    if (mode === 'garbage')
      return reply
        .code(200)
        .type('application/json')
        .send(garbage[turn++ % garbage.length])
    if (mode === 'down') {
      reply.hijack()
      request.raw.socket.destroy()
    }
  })
}
