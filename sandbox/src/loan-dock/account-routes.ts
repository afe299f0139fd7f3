import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Account } from './model.ts'

/** The directory of staff and sellers, from which the portal learns people. */
export const accountRoutes = (accounts: readonly Account[]) => async (root: FastifyInstance) => {
  root.withTypeProvider<ZodTypeProvider>().get(
    '/accounts',
    {
      schema: {
        summary: 'All accounts',
        tags: ['accounts'],
        response: { 200: z.object({ items: z.array(Account) }) },
      },
    },
    async () => ({ items: [...accounts] }),
  )
}
