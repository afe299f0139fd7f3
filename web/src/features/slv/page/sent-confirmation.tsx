import { Button, Group, List, Paper, Text } from '@mantine/core'
import { joinSentences } from '@portal/contract/lib/sentences'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useBranding } from '../../../records/auth/queries.ts'
import { clearSent, useSent } from '../../../records/slv/last-change.ts'
import { expectationText } from '../../../records/slv/next-step.ts'
import { focusPageTitle } from '../../../ui/page.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'
import type { LastList } from '../queue/last-list.ts'
import { NewRequest } from '../shared/new-request.tsx'

type Confirmation = {
  title: (slv: SlvDetail) => string
  text: (slv: SlvDetail, brand: string) => string
}

const variancesText = ({ slvRequests }: SlvDetail) =>
  slvRequests.length === 1 ? '1 variance' : `${slvRequests.length} variances`

const reviewerText = ({ underwriterName }: SlvDetail, brand: string) =>
  underwriterName
    ? `${underwriterName} will review it`
    : `${brand} will assign it to an underwriter`

const requestText = (slv: SlvDetail, brand: string) =>
  joinSentences([
    `${brand} received your request with ${variancesText(slv)}`,
    reviewerText(slv, brand),
    expectationText(slv, brand) ?? '',
    'You’ll get a notification when documents are requested and when a decision is made.',
  ])

/** What a seller sends, and what happens next. */
const confirmations: Partial<Record<SlvAction, Confirmation>> = {
  'send-request': { title: () => 'Request sent', text: requestText },
  'set-resubmitted': {
    title: ({ resubmitCount }) => `Round ${resubmitCount + 1} sent`,
    text: requestText,
  },
  'send-pending-documents': {
    title: () => 'Documents sent',
    text: (slv, brand) =>
      `${reviewerText(slv, brand)} with your documents and answers.`,
  },
  'set-withdraw-pending': {
    title: () => 'Withdrawal requested',
    text: ({ underwriterName }, brand) =>
      `${underwriterName ?? brand} will approve or decline the withdrawal.`,
  },
}

/** The actions that send variances. */
const sendsVariances: readonly SlvAction[] = ['send-request', 'set-resubmitted']

/** Each variance that was sent, with its compensating factors. */
const SentVarianceNames = ({ slv }: { slv: SlvDetail }) => (
  <List mt={4} fz="sm" aria-label="What was sent">
    {slv.slvRequests.map(({ id, summary, compensatingFactors }) => (
      <List.Item key={id}>
        {[summary, ...compensatingFactors.map(({ factor }) => factor)].join(
          ' · ',
        )}
      </List.Item>
    ))}
  </List>
)

/** Confirms to a seller what they have just sent, and takes the focus. */
export const SentConfirmation = ({
  slv,
  list,
}: {
  slv: SlvDetail
  list: LastList
}) => {
  const sent = useSent()
  const { name: brand } = useBranding()
  const confirmation =
    sent?.id === slv.id ? confirmations[sent.action] : undefined
  const title = useRef<HTMLHeadingElement>(null)
  const isShown = confirmation !== undefined
  const [isOpening, setIsOpening] = useState(false)
  useEffect(() => {
    if (!isShown) return
    // After a dialog that closes has returned the focus.
    const timer = setTimeout(() => title.current?.focus(), 50)
    return () => clearTimeout(timer)
  }, [isShown])
  useEffect(() => clearSent, [])
  if (!confirmation) return null
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      mb="md"
      aria-labelledby="sent-title"
    >
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconCircleCheck
          size={24}
          color="var(--mantine-color-teal-8)"
          style={{ flex: 'none' }}
          aria-hidden
        />
        <div>
          <h2 id="sent-title" ref={title} tabIndex={-1}>
            {confirmation.title(slv)}
          </h2>
          <Text mt={4}>{confirmation.text(slv, brand)}</Text>
          {sent && sendsVariances.includes(sent.action) && (
            <SentVarianceNames slv={slv} />
          )}
          <Group gap="xs" mt="sm">
            <Button
              renderRoot={(props) => (
                <Link {...props} to={list.path} search={list.search} />
              )}
            >
              Back to {list.label}
            </Button>
            {sent?.action === 'send-request' && (
              <SecondaryButton onClick={() => setIsOpening(true)}>
                New request
              </SecondaryButton>
            )}
            <SecondaryButton
              onClick={() => {
                clearSent()
                focusPageTitle()
              }}
            >
              View the request
            </SecondaryButton>
          </Group>
        </div>
      </Group>
      {isOpening && <NewRequest onClose={() => setIsOpening(false)} />}
    </Paper>
  )
}
