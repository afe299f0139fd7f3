import * as api from '@portal/contract/authority/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/http/serve.ts'
import {
  getDecisionAuthority,
  saveDecisionAuthority,
} from './save-authority.ts'

/** Who may approve what. An SLV's own route is with the SLVs. */
export function authorityRoutes(app: FastifyInstance) {
  serve(app, api.getDecisionAuthority, ({ ctx }) => getDecisionAuthority(ctx))
  serve(app, api.saveDecisionAuthority, ({ ctx, body, ifMatch }) =>
    saveDecisionAuthority(ctx, body, ifMatch),
  )
}
