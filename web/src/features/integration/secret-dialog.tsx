import {
  Button,
  CopyButton,
  Group,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { Dialog } from '../../ui/dialogs.tsx'
import { SecondaryButton } from '../../ui/presets.ts'

export type Secret = { title: string; why: string; value: string }

/**
 * Shows a key or secret once. Only Done closes the dialog: it can't be shown
 * again.
 */
export const SecretDialog = ({
  secret: { title, why, value },
  onClose,
}: {
  secret: Secret
  onClose: () => void
}) => (
  <Dialog
    onClose={onClose}
    title={title}
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
  >
    <Stack gap="sm">
      <Text>{why} Copy it now. You won’t be able to see it again.</Text>
      <TextInput
        label={title}
        readOnly
        value={value}
        styles={{
          input: { fontFamily: 'var(--mantine-font-family-monospace)' },
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group justify="flex-end" gap="xs">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <SecondaryButton data-autofocus onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </SecondaryButton>
          )}
        </CopyButton>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Dialog>
)
