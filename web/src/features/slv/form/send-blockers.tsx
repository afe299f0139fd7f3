import { Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQuery } from '@tanstack/react-query'
import { guideQuery } from '../../../records/guideline/queries.ts'
import { describeBlocker } from '../../guideline/shared/eligibility-text.ts'
import { amber } from '../warning.tsx'
import { useDraftVariances, useFactorDocuments } from './draft-eligibility.tsx'
import { useEditorState } from './editor.ts'
import { toFormView } from './form-view.ts'

/**
 * Shown next to the send button: what would keep the request from being
 * approved.
 */
export const SendBlockers = ({ slv }: { slv: SlvDetail }) => {
  const figures = useEditorState((state) => toFormView(state).form)
  const variances = useDraftVariances()
  const documents = useFactorDocuments(slv)
  const { data: guide } = useQuery(
    guideQuery(figures.originalLockDate ?? null, slv.id),
  )
  return (
    <Text role="status" c={amber} fw={500} fz="sm">
      {guide && describeBlocker(figures, guide, { variances, documents })}
    </Text>
  )
}
