import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { seesTdocs } from '../tdoc/policy.ts'
import { anyOf } from '../user/policy.ts'
import { SavedView, ViewChange, ViewForm } from './model.ts'

const access = anyOf(seesSlvs, seesTdocs)
const own = createEndpoints({ tag: 'Views', access, about: 'SELF' })
const views = createEndpoints({ tag: 'Views', access, about: 'SAVED_VIEW' })

export const listViews = own.get(
  '/v1/views',
  'The caller’s saved views and those shared in their company, with how many rows the caller sees in each',
  { response: z.object({ items: z.array(SavedView) }) },
)

export const createView = own.post(
  '/v1/views',
  'Save the filters, order, columns and row height of a list under a name',
  {
    body: ViewForm,
    response: SavedView,
  },
)

export const changeView = views.patch(
  '/v1/views/:id',
  'Rename, change or share a view of the caller',
  {
    body: ViewChange,
    response: SavedView,
  },
)

export const deleteView = views.del(
  '/v1/views/:id',
  'Delete a view of the caller',
  {
    response: z.object({ id: z.uuid() }),
  },
)
