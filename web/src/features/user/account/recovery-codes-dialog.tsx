import { CopyButton, Group, SimpleGrid, Text } from '@mantine/core'
import { formatCode } from '@portal/contract/lib/paper-code'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { printText } from '../../../lib/print-text.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'

type RecoveryCodesDialogProps = {
  codes: readonly string[]
  onClose: () => void
}

/** New recovery codes, which are shown only here, to copy, save or print. */
export const RecoveryCodesDialog = ({
  codes,
  onClose,
}: RecoveryCodesDialogProps) => {
  const { name } = useBranding()
  const { email } = useProfile()
  const lines = codes.map(formatCode)
  const text = [
    `Recovery codes for the ${name} loan-review portal`,
    `Account: ${email}`,
    'Each code signs you in once.',
    '',
    ...lines,
    '',
  ].join('\n')
  const download = () =>
    saveBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <FormDialog
      title="Save your recovery codes"
      onClose={onClose}
      back={{ label: 'Close', onBack: onClose }}
      submitLabel="I saved the codes"
      onSubmit={async () => onClose()}
    >
      <Text>
        If you lose your device, each of these codes signs you in once. They are
        shown only now. Keep them in a safe place, not on the same device.
      </Text>
      <SimpleGrid
        component="ol"
        cols={2}
        spacing="xs"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label="Recovery codes"
      >
        {lines.map((line) => (
          <Text component="li" key={line} ff="monospace" ta="center">
            {line}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <SecondaryButton
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </SecondaryButton>
          )}
        </CopyButton>
        <SecondaryButton
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          Download
        </SecondaryButton>
        <SecondaryButton
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => printText(text)}
        >
          Print
        </SecondaryButton>
      </Group>
    </FormDialog>
  )
}
