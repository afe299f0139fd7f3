import { Box } from '@mantine/core'
import type { IntakeRun } from '@portal/contract/data-capture/api'
import * as model from '@portal/contract/data-capture/model'
import * as format from '../../lib/text/format.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import { intakeRejectsAddress, rejectsAddress } from './queries.ts'

const colors: Record<model.CaptureState, StatusColor> = {
  PROCESSING: 'blue',
  APPLIED: 'green',
  PARTLY_APPLIED: 'yellow',
  REJECTED: 'red',
  FAILED: 'red',
}

type RejectsProps = { count: number | null; address: string; name: string }

/** The number of rejected rows, as a link that downloads them. */
const Rejects = ({ count, address, name }: RejectsProps) =>
  count ? (
    <Box
      component="a"
      c="var(--mantine-color-anchor)"
      href={address}
      download
      aria-label={`${format.count(count)} · Download rejected rows of ${name}`}
    >
      {format.count(count)} · Download
    </Box>
  ) : (
    format.count(count)
  )

/** Reasons wrap: they are shown nowhere else. */
const Problem = ({ text }: { text: string | null }) =>
  text === null ? (
    format.none
  ) : (
    <span style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {text}
    </span>
  )

export const uploadColumns: Column<model.CaptureUpload>[] = [
  {
    key: 'fileName',
    label: 'File',
    width: 184,
    render: ({ fileName }) => <span title={fileName}>{fileName}</span>,
  },
  {
    key: 'state',
    label: 'Status',
    width: 136,
    render: ({ state }) => (
      <StatusBadge
        label={model.captureStateLabels[state]}
        color={colors[state]}
      />
    ),
  },
  {
    key: 'rows',
    label: 'Rows',
    width: 80,
    align: 'end',
    render: ({ rows }) => format.count(rows),
  },
  {
    key: 'applied',
    label: 'Applied',
    width: 84,
    align: 'end',
    render: ({ applied }) => format.count(applied),
  },
  {
    key: 'rejected',
    label: 'Rejected',
    width: 132,
    align: 'end',
    render: ({ id, fileName, rejected }) => (
      <Rejects
        count={rejected}
        address={rejectsAddress(id, 'xlsx')}
        name={fileName}
      />
    ),
  },
  {
    key: 'uploadedBy',
    label: 'Uploaded By',
    width: 136,
    render: ({ uploadedBy }) => uploadedBy,
  },
  {
    key: 'uploadedAt',
    label: 'Uploaded',
    width: 168,
    render: ({ uploadedAt }) => format.dateTime(uploadedAt),
  },
  {
    key: 'problem',
    label: 'Problem',
    width: 280,
    render: ({ problem }) => <Problem text={problem} />,
  },
]

const intakeColors: Record<model.IntakeState, StatusColor> = {
  WAITING: 'yellow',
  READING: 'blue',
  TAKEN: 'green',
  PARTLY_TAKEN: 'yellow',
  FAILED: 'red',
}

export const intakeRunColumns: Column<IntakeRun>[] = [
  {
    key: 'startedAt',
    label: 'Started',
    width: 176,
    render: ({ startedAt }) => format.dateTime(startedAt),
  },
  {
    key: 'state',
    label: 'Status',
    width: 160,
    render: ({ state }) => (
      <StatusBadge
        label={model.intakeStateLabels[state]}
        color={intakeColors[state]}
      />
    ),
  },
  {
    key: 'indexFileName',
    label: 'Index File',
    width: 220,
    render: ({ indexFileName }) => indexFileName || format.none,
  },
  {
    key: 'rows',
    label: 'Rows',
    width: 80,
    align: 'end',
    render: ({ rows }) => format.count(rows),
  },
  {
    key: 'created',
    label: 'New',
    width: 80,
    align: 'end',
    render: ({ created }) => format.count(created),
  },
  {
    key: 'known',
    label: 'Known',
    width: 80,
    align: 'end',
    render: ({ known }) => format.count(known),
  },
  {
    key: 'rejected',
    label: 'Rejected',
    width: 132,
    align: 'end',
    render: ({ id, indexFileName, rejected }) => (
      <Rejects
        count={rejected}
        address={intakeRejectsAddress(id)}
        name={indexFileName}
      />
    ),
  },
  {
    key: 'problem',
    label: 'Reason',
    width: 280,
    render: ({ problem }) => <Problem text={problem} />,
  },
  {
    key: 'source',
    label: 'Source',
    width: 180,
    render: ({ source }) => <span title={source}>{source}</span>,
  },
  {
    key: 'endedAt',
    label: 'Finished',
    width: 176,
    render: ({ endedAt }) => format.dateTime(endedAt),
  },
]
