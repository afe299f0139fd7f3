import { Group, Kbd } from '@mantine/core'

const names: Record<string, string> = {
  mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
}

/** A key as people read it: 'Ctrl K', 'G S'. */
const capsOf = (keys: string) =>
  (keys.length > 1 ? keys.split(/[ +]/) : [keys]).map(
    (key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  )

/** The caps of a key binding, such as 'mod+Enter' or 'g s'. */
export const KeyCaps = ({ keys }: { keys: string }) => (
  <Group component="span" gap={4} wrap="nowrap" flex="none">
    {capsOf(keys).map((cap) => (
      <Kbd key={cap} size="xs">
        {cap}
      </Kbd>
    ))}
  </Group>
)
