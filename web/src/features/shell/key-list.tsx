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

/** The keys that work now, by the parts of the screen. */
export const KeyGroups = () => {
  const isOn = useKeysOn()
  const groups = Map.groupBy(
    useActiveKeys().flatMap(({ keys, ...one }) =>
      keys && (isOn || keys.startsWith('mod+')) ? [{ ...one, keys }] : [],
    ),
    ({ group }) => group,
  )
  return (
    <div className={classes.groups}>
      {[...groups].map(([group, bindings]) => (
        <section key={group} aria-label={group}>
          <Title order={3} fz="sm" mb={4}>
            {group}
          </Title>
          <dl className={classes.keys}>
            {[...Map.groupBy(bindings, ({ label }) => label)].map(
              ([label, same]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {same.map(({ keys }, index) => (
                      <span key={keys}>
                        {index > 0 && ' or '}
                        <KeyCaps keys={keys} />
                      </span>
                    ))}
                  </dd>
                </div>
              ),
            )}
          </dl>
        </section>
      ))}
    </div>
  )
}
