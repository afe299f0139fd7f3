import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type FaultSwitch, Faults } from './faults.ts'
import { Refusal } from './model.ts'

/** Reading and setting the fault switch. */
export const faultRoutes = (faults: FaultSwitch, log: (line: string) => void) => async (root: FastifyInstance) => {
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/faults',
    { schema: { summary: 'The fault switch', tags: ['faults'], response: { 200: Faults } } },
    async () => faults.get(),
  )

  app.put(
    '/faults',
    {
      schema: {
        summary: 'Set the fault switch',
        tags: ['faults'],
        body: Faults,
        response: { 200: Faults, 400: Refusal },
      },
    },
    async ({ body }) => {
      faults.set(body)
      log(`LoanDock: faults set to ${body.mode}`)
      return faults.get()
    },
  )
}
