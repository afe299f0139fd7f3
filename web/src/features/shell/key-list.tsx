import { Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { type KeyBinding, setKeysOn, useActiveKeys, useKeysOn } from '../../lib/keys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { Hint } from '../../ui/presets.ts'

const isGlobal = ({ keys }: KeyBinding) => keys === '?' || keys === 'mod+k' || keys.startsWith('g ')

/** The keys that work on the screen behind it, and the switch that turns single keys off. */
export const KeyList = ({ onClose }: { onClose: () => void }) => {
  const isOn = useKeysOn()
  const keys = useActiveKeys().filter((one) => one.keys !== '' && (isOn || one.keys.startsWith('mod+')))
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="sm">
      <Stack>
        <Switch
          label="Single keys"
          description="Keys with Ctrl always work."
          checked={isOn}
          onChange={({ currentTarget }) => setKeysOn(currentTarget.checked)}
        />
        <Section title="On this screen" keys={keys.filter((one) => !isGlobal(one))} />
        <Section title="Everywhere" keys={keys.filter(isGlobal)} />
      </Stack>
    </Modal>
  )
}

const Section = ({ title, keys }: { title: string; keys: readonly KeyBinding[] }) => (
  <section aria-label={title}>
    <Text component="h3" size="sm" fw={600} mb="xs">
      {title}
    </Text>
    {keys.length === 0 && <Hint>No keys work here now.</Hint>}
    <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }}>
      {keys.map((one) => (
        <Group component="li" key={one.keys} justify="space-between" wrap="nowrap">
          <span>{one.label}</span>
          <KeyCaps keys={one.keys} />
        </Group>
      ))}
    </Stack>
  </section>
)
