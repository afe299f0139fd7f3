import { Group, List, Text } from '@mantine/core'
import type { Answer } from '@portal/contract/lib/endpoint'
import { endSentence, joinSentences } from '@portal/contract/lib/sentences'
import type { getWorkCalendar } from '@portal/contract/sla/api'
import { BusinessDays } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { findDecisionDayIfSent, slvTarget } from '@portal/contract/slv/clocks'
import { useQuery } from '@tanstack/react-query'
import { useTextOfNow } from '../../../lib/state/use-text-of-now.ts'
import { useBranding } from '../../../records/auth/queries.ts'
import { guideQuery } from '../../../records/guideline/queries.ts'
import { workCalendarQuery } from '../../../records/sla/queries.ts'
import { expectedIfSentText } from '../../../records/slv/next-step.ts'
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
 * Shown next to the send button: what is sent to whom, when it is decided, and
 * what would keep the request from being approved.
 */
export const SendBlockers = ({ slv }: { slv: SlvDetail }) => {
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
        </details>
      )}
      <Receiver slv={slv} />
    </>
  )
}

/** Who gets the request, and the day by which they decide. */
const Receiver = ({
  slv: { underwriterName, resubmitCount },
}: {
  slv: SlvDetail
}) => {
  const { name: brand } = useBranding()
  const { data: calendar } = useQuery(workCalendarQuery)
  const expected = useTextOfNow((now) => {
    const day = calendar && findDayIfSent(calendar, resubmitCount, now)
    return day ? expectedIfSentText(day) : ''
  })
  const receiver = underwriterName
    ? `${underwriterName} will review it`
    : `${brand} will assign it to an underwriter`
  return (
    <Text fz="sm" c="dimmed">
      {joinSentences([receiver, expected])}
    </Text>
  )
}

const findDayIfSent = (
  { targets, ...calendar }: Answer<typeof getWorkCalendar>,
  resubmitCount: number,
  now: Date,
) =>
  targets &&
  findDecisionDayIfSent(
    slvTarget(targets, resubmitCount).targetDays,
    now,
    new BusinessDays(calendar),
  )

const showVariances = () => {
  const section = document.getElementById(sectionId('variances'))
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
