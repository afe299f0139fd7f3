import { Stack, Switch, Title } from '@mantine/core'
import { setKeysOn, useActiveKeys, useKeysOn } from '../../lib/keys.ts'
import { Dialog } from '../../ui/dialogs.tsx'
import { KeyCaps } from './key-caps.tsx'
import classes from './key-list.module.css'

/** The keys that work on this screen now, by its parts. */
export const KeyList = ({ onClose }: { onClose: () => void }) => {
  const isOn = useKeysOn()
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size="xl">
      <Stack gap="lg">
        <Switch
          label="Single-key shortcuts"
          description="Shortcuts with Ctrl always work."
          checked={isOn}
          onChange={({ currentTarget }) => setKeysOn(currentTarget.checked)}
        />
        <KeyGroups />
      </Stack>
    </Dialog>
  )
}

type ActiveKeys = ReturnType<typeof useActiveKeys>
type Binding = ActiveKeys[number] & { keys: string }

/** The commands with keys; single keys may be off, those with Ctrl never are. */
const listBindings = (active: ActiveKeys, isOn: boolean): Binding[] => {
  const bindings: Binding[] = []
  for (const command of active) {
    const { keys } = command
    if (keys && (isOn || keys.startsWith('mod+')))
      bindings.push({ ...command, keys })
  }
  return bindings
}

/** The keys that work now, by the parts of the screen. */
export const KeyGroups = () => {
  const bindings = listBindings(useActiveKeys(), useKeysOn())
  const groups = Map.groupBy(bindings, ({ group }) => group)
  return (
    <div className={classes.groups}>
      {[...groups].map(([group, inGroup]) => (
        <section key={group} aria-label={group}>
          <Title order={3} fz="sm" mb={4}>
            {group}
          </Title>
          <KeyGroup bindings={inGroup} />
        </section>
      ))}
    </div>
  )
}

/** A line for each label, with all keys that do the same. */
const KeyGroup = ({ bindings }: { bindings: readonly Binding[] }) => {
  const lines = Map.groupBy(bindings, ({ label }) => label)
  return (
    <dl className={classes.keys}>
      {[...lines].map(([label, alternatives]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {alternatives.map(({ keys }, index) => (
              <span key={keys}>
                {index > 0 && ' or '}
                <KeyCaps keys={keys} />
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
