import { Group, List, Text } from '@mantine/core'
import { endSentence } from '@portal/contract/lib/sentences'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQuery } from '@tanstack/react-query'
import { useBranding } from '../../../records/auth/queries.ts'
import { guideQuery } from '../../../records/guideline/queries.ts'
import { TinyButton } from '../../../ui/presets.ts'
import {
  describeBlocker,
  describeSending,
} from '../../guideline/shared/eligibility-text.ts'
import { amber } from '../warning.tsx'
import { useDraftVariances, useFactorDocuments } from './draft-eligibility.tsx'
import { useEditorState } from './editor.ts'
import { sectionId, toFormView } from './form-view.ts'

/**
 * Shown next to the send button: what is sent to whom, and what would keep the
 * request from being approved.
 */
export const SendBlockers = ({ slv }: { slv: SlvDetail }) => {
  const { name: brand } = useBranding()
  const figures = useEditorState((state) => toFormView(state).form)
  const variances = useDraftVariances()
  const documents = useFactorDocuments(slv)
  const { data: guide } = useQuery(
    guideQuery(figures.originalLockDate ?? null, slv.id),
  )
  const options = { variances, documents }
  const blocker = guide ? describeBlocker(figures, guide, options) : null
  return (
    <>
      <Group gap="xs" role="status">
        {blocker && (
          <>
            <Text c={amber} fw={500} fz="sm">
              {blocker}
            </Text>
            <TinyButton onClick={showVariances}>Fix it</TinyButton>
          </>
        )}
      </Group>
      {guide && variances.length > 0 && (
        <details>
          <summary>
            What is sent:{' '}
            {variances.length === 1
              ? '1 variance'
              : `${variances.length} variances`}
          </summary>
          <List fz="sm" mah="9rem" style={{ overflow: 'auto' }}>
            {describeSending(figures, guide, options).map(({ key, text }) => (
              <List.Item key={key}>{endSentence(text)}</List.Item>
            ))}
          </List>
          <Text fz="sm" c="dimmed">
            {slv.underwriterName
              ? `${slv.underwriterName} will review it.`
              : `${brand} will assign it to an underwriter.`}
          </Text>
        </details>
      )}
    </>
  )
}

const showVariances = () => {
  const section = document.getElementById(sectionId('variances'))
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
