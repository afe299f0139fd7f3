import {
  Anchor,
  Button,
  CopyButton,
  Group,
  Loader,
  Stack,
  Text,
} from '@mantine/core'
import {
  downloadLoanTemplate,
  type ImportedLoan,
  loanRowLimits,
  mismoLimits,
} from '@portal/contract/slv/import-api'
import { useEffect, useRef, useState } from 'react'
import { buildAddress } from '../../../lib/address.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { count, fileSize } from '../../../lib/text/format.ts'
import { useBranding } from '../../../records/auth/queries.ts'
import { Dialog } from '../../../ui/dialogs.tsx'
import { DropArea } from '../../../ui/inputs/drop-area.tsx'
import { ImportReport } from './import-report.tsx'
import { reportText, summarize } from './import-text.ts'
import { type ImportKind, useImport } from './writes.ts'

const kinds = {
  MISMO: {
    title: 'Import a MISMO file',
    accept: '.xml',
    hint: `or drop a MISMO 3.4 to 3.6 file (.xml) here, up to ${fileSize(mismoLimits.bytes)}.`,
  },
  CSV: {
    title: 'Import loans from CSV',
    accept: '.csv',
    hint: `or drop a CSV file here, up to ${count(loanRowLimits.rows)} loans and ${fileSize(loanRowLimits.bytes)}.`,
  },
} as const

/**
 * Imports a file of loans into the seller's drafts, then shows the result for
 * each row and field.
 */
export const ImportDialog = ({
  kind,
  onClose,
}: {
  kind: ImportKind
  onClose: () => void
}) => {
  const [fileName, setFileName] = useState('')
  const { mutate, reset, data: loans, error, isPending } = useImport(kind)
  const { title, accept, hint } = kinds[kind]
  const lastButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed is gone, or was disabled meanwhile.
    if ((loans || !isPending) && document.activeElement === document.body)
      lastButton.current?.focus()
  }, [loans, isPending])
  const choose = ([file]: readonly File[]) => {
    if (!file) return
    setFileName(file.name)
    mutate(file)
  }
  const close = () => {
    if (!isPending) onClose()
  }
  return (
    <Dialog onClose={close} title={title} size="xl" closeOnClickOutside={false}>
      <Stack gap="md">
        {!loans && <Instructions kind={kind} />}
        {!loans && (
          <DropArea
            label={error ? 'Choose another file' : 'Choose file'}
            hint={hint}
            accept={accept}
            isDisabled={isPending}
            onFiles={choose}
            onFolder={() => reset()}
          />
        )}
        <div role="status">
          {isPending && (
            <Group gap="xs" wrap="nowrap">
              <Loader size="xs" />
              <Text style={{ overflowWrap: 'anywhere' }}>
                Importing {fileName}…
              </Text>
            </Group>
          )}
          {loans && (
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {fileName}: {summarize(loans)}
            </Text>
          )}
        </div>
        {error && (
          <Text
            c="var(--mantine-color-error)"
            role="alert"
            style={{ overflowWrap: 'anywhere' }}
          >
            {error.message}
          </Text>
        )}
        {loans && <ImportReport loans={loans} onOpen={onClose} />}
        <Group justify="flex-end" gap="xs">
          {loans && <ReportButtons loans={loans} onAgain={reset} />}
          <Button
            ref={lastButton}
            variant={loans ? 'filled' : 'default'}
            data-autofocus={!loans}
            onClick={close}
            disabled={isPending}
          >
            {loans ? 'Done' : 'Cancel'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const Instructions = ({ kind }: { kind: ImportKind }) =>
  kind === 'MISMO' ? (
    <Text>
      The file fills in a draft for its loan, which must be in LoanDock. If you
      already have an open draft, it’s updated. The report lists elements that
      the request has no field for.
    </Text>
  ) : (
    <Text>
      Each row fills in a draft for its loan, which must be in LoanDock. Your
      open drafts are updated. A row with an invalid cell is rejected; the
      others are imported. Empty cells change nothing.{' '}
      <Anchor inherit href={buildAddress(downloadLoanTemplate.path)} download>
        Download the template
      </Anchor>
    </Text>
  )

const ReportButtons = ({
  loans,
  onAgain,
}: {
  loans: readonly ImportedLoan[]
  onAgain: () => void
}) => {
  const { name: brandName } = useBranding()
  const text = reportText(loans, brandName)
  return (
    <Group gap="xs" me="auto">
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy report'}
          </Button>
        )}
      </CopyButton>
      <Button
        variant="default"
        onClick={() =>
          saveBlob(
            new Blob([text], { type: 'text/plain' }),
            'Import report.txt',
          )
        }
      >
        Download report
      </Button>
      <Button variant="default" onClick={onAgain}>
        Import another file
      </Button>
    </Group>
  )
}
