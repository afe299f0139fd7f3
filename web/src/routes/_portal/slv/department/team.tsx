import { works } from '@portal/contract/assignment/model'
import { maySeeWorkload } from '@portal/contract/assignment/rules'
import { createFileRoute } from '@tanstack/react-router'
import { TeamPage } from '../../../../features/slv/team/team-page.tsx'
import { workloadQuery } from '../../../../records/assignment/queries.ts'
import { toActor } from '../../../../records/auth/queries.ts'

export const Route = createFileRoute('/_portal/slv/department/team')({
  /** Fetches while the screen's code loads. */
  loader: ({ context: { queryClient, profile } }) => {
    if (!profile) return
    for (const work of works.slice(0, 3))
      if (maySeeWorkload[work](toActor(profile)))
        void queryClient.prefetchQuery(workloadQuery(work))
  },
  component: TeamPage,
})
