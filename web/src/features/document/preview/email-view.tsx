import { Box, Text } from '@mantine/core'
import type { EmailPreview } from '@portal/contract/document/model'
import { useQuery } from '@tanstack/react-query'
import { hasStatus } from '../../../lib/call-error.ts'
import * as format from '../../../lib/text/format.ts'
import { documentEmailQuery } from '../../../records/document/queries.ts'
import { LoadFailed } from '../../../ui/message.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import classes from './preview.module.css'
import { NoPreview, type Previewed } from './preview-states.tsx'

/**
 * The preview of an email: its headers, text and list of attachments. Links
 * don't work and nothing runs.
 */
export const EmailView = ({ previewed }: { previewed: Previewed }) => {
  const { slvId, document } = previewed
  const {
    data: email,
    error,
    refetch,
    isFetching,
  } = useQuery(documentEmailQuery(slvId, document.id))
  if (error && hasStatus(error, 400))
    return <NoPreview previewed={previewed} why={error.message} />
  if (!email && error)
    return (
      <LoadFailed
        what="the email"
        error={error}
        loading={isFetching}
        onClick={refetch}
      />
    )
  if (!email) return <PageSkeleton />
  return (
    <ScrollRegion
      className={classes.scroll}
      style={{ background: 'var(--portal-surface)' }}
      label="Email"
    >
      <Headers email={email} />
      <Attachments attachments={email.attachments} />
      <Box
        component="pre"
        p="md"
        m={0}
        ff="inherit"
        fz="sm"
        lh={1.5}
        className={classes.letter}
      >
        {email.text.trim() || 'This email has no text.'}
      </Box>
      {email.isCut && (
        <Text c="dimmed" px="md" py="sm">
          The text is cut off here. Download the file to read the rest.
        </Text>
      )}
    </ScrollRegion>
  )
}

const Headers = ({
  email: { subject, from, to, cc, date },
}: {
  email: EmailPreview
}) => {
  const rows = [
    { label: 'Subject', value: subject },
    { label: 'From', value: formatAddresses(from) },
    { label: 'To', value: formatAddresses(to) },
    { label: 'Cc', value: formatAddresses(cc) },
    { label: 'Date', value: formatDate(date) },
  ]
  return (
    <dl className={classes.headers}>
      {rows
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const Attachments = ({
  attachments,
}: {
  attachments: EmailPreview['attachments']
}) => {
  if (attachments.length === 0) return null
  const places = attachments.map((attachment, place) => ({
    ...attachment,
    place,
  }))
  return (
    <section className={classes.attachments} aria-label="Attachments">
      <Text size="sm" fw={600}>
        {attachments.length === 1
          ? '1 attachment'
          : `${format.count(attachments.length)} attachments`}
        . Download the email to open {attachments.length === 1 ? 'it' : 'them'}.
      </Text>
      <ul>
        {places.map(({ place, name, size }) => (
          <li key={place}>
            {name} · {format.fileSize(size)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const formatAddresses = (addresses: EmailPreview['from']) =>
  addresses
    .map(({ name, address }) => (name ? `${name} <${address}>` : address))
    .join(', ')

/** An invalid date is shown as it was sent. */
function formatDate(date: string | null): string {
  if (date === null) return ''
  return Number.isNaN(Date.parse(date)) ? date : format.dateTime(date)
}
