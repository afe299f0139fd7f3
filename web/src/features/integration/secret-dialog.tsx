import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useFocusReturn } from '../../ui/dialogs.tsx'
import { SecondaryButton } from '../../ui/presets.ts'

export type Secret = { title: string; why: string; value: string }

/** Shows a key or secret, which can't be shown again. A click outside doesn't close it. */
export const SecretDialog = ({ secret: { title, why, value }, onClose }: { secret: Secret; onClose: () => void }) => {
  useFocusReturn()
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text>{why} Copy it now: it is not shown again.</Text>
        <TextInput
          label={title}
          readOnly
          value={value}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
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
    </Modal>
  )
}
