import { Parameter } from '@portal/contract/guideline/model'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { VersionsPage } from '../../../../features/guideline/versions/versions-page.tsx'

/** A limit to simulate, of a program's name. */
const Search = z.object({
  parameter: Parameter.optional().catch(undefined),
  program: z.string().optional().catch(undefined),
  by: z.coerce.number().min(0).optional().catch(undefined),
})

export const Route = createFileRoute('/_portal/settings/guidelines/')({
  validateSearch: (raw) => Search.parse(raw),
  component: Versions,
})

function Versions() {
  const { parameter, program, by = 0 } = Route.useSearch()
  return (
    <VersionsPage
      simulated={parameter && program ? { parameter, program, by } : null}
    />
  )
}
