import { Button, CopyButton, Group, Stack } from '@mantine/core'
import { endSentence } from '@portal/contract/lib/sentences'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'
import { Facts } from '../../../ui/facts.tsx'
import { MessagePage } from '../../../ui/message.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'
import { SecondaryButton, SmallButton } from '../../../ui/presets.ts'
import { reviewStorage } from '../decision/use-review-draft.ts'
import { typingStorage } from '../form/stored-typing.ts'
import type { LastList } from '../queue/last-list.ts'
import { nameOfSlv, neighborsQuery, toQueue } from '../queue/neighbors-view.ts'
import { Warning } from '../warning.tsx'

/**
 * Replaces an SLV that this person has lost access to. It reveals nothing about
 * the SLV.
 */
export const NoAccess = ({ slv, list }: { slv: SlvDetail; list: LastList }) => {
  const queue = toQueue(list, useProfile())
  const { data } = useQuery(neighborsQuery(queue, slv.id))
  const next = data?.next
  const texts = useUnsavedTexts(slv)
  useEffect(focusPageTitle, [])
  return (
    <MessagePage
      title="You no longer have access to this SLV"
      why="Someone reassigned it, changed its status or discarded it."
      details={<UnsavedTexts texts={texts} />}
    >
      {next && queue && (
        <Button
          renderRoot={(props) => <Link {...props} {...queue.linkTo(next)} />}
        >
          Open next: {nameOfSlv(next)}
        </Button>
      )}
      <SecondaryButton
        renderRoot={(props) => (
          <Link {...props} to={list.path} search={list.search} />
        )}
      >
        Back to {list.label}
      </SecondaryButton>
    </MessagePage>
  )
}

/**
 * Shown above an SLV that this person can no longer edit; `before` is the SLV
 * when they opened it.
 */
export const ReadOnlyNotice = ({
  slv,
  before,
}: {
  slv: SlvDetail
  before: SlvDetail
}) => {
  const texts = useUnsavedTexts(slv)
  const isReassigned = slv.underwriterName !== before.underwriterName
  // After the person's own decision there is nothing to show.
  if (!isReassigned && texts.length === 0) return null
  const assignment = slv.underwriterName
    ? `assigned to ${slv.underwriterName}`
    : 'unassigned'
  return (
    <Warning role="alert">
      <Stack gap="sm">
        <b>
          {isReassigned
            ? endSentence(`This SLV is now ${assignment}`)
            : `This SLV is now ${slvStatusLabels[slv.status]}.`}{' '}
          You can no longer change it.
        </b>
        <UnsavedTexts texts={texts} />
      </Stack>
    </Warning>
  )
}

type UnsavedText = { label: string; value: string }

const UnsavedTexts = ({ texts }: { texts: readonly UnsavedText[] }) => {
  if (texts.length === 0) return null
  return (
    <Stack
      component="section"
      gap="xs"
      align="flex-start"
      ta="start"
      aria-label="Not saved"
    >
      <Group gap="sm">
        Your changes weren’t saved.
        <CopyButton
          value={texts
            .map(({ label, value }) => `${label}: ${value}`)
            .join('\n')}
        >
          {({ copied, copy }) => (
            <SmallButton onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </SmallButton>
          )}
        </CopyButton>
      </Group>
      <Facts facts={texts} />
    </Stack>
  )
}

/**
 * This person's unsaved edits to the decision, the request and the answers to
 * its variances.
 */
const useUnsavedTexts = (slv: SlvDetail): UnsavedText[] => {
  const { name: brandName } = useBranding()
  const draftRecords = [
    ...(reviewStorage(slv.id).read() ?? []),
    ...(typingStorage(slv.id).read() ?? []),
  ]
  return draftRecords.flatMap((record) => {
    const position = slv.slvRequests.findIndex(({ id }) => id === record.id)
    return Object.entries(record.typed).map(([name, value]) => {
      const label = fieldLabel(name, brandName)
      return {
        label: position < 0 ? label : `${label} on variance ${position + 1}`,
        value: fieldText(
          name,
          Array.isArray(value) ? JSON.stringify(value) : value,
        ),
      }
    })
  })
}
