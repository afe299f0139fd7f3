import { ActionIcon, Fieldset, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { ProgramCatalog } from '@portal/contract/guideline/api'
import { families, type Program, qualifyings } from '@portal/contract/guideline/model'
import { keysOf } from '@portal/contract/lib/typed'
import { civil } from '@portal/contract/sla/calendar'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { hasStatus, problemsOf } from '../../../lib/call-error.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SmallButton } from '../../../ui/presets.ts'
import { useSaveProgram } from './queries.ts'
import { ConflictBox } from './save-box.tsx'

type Stored = ProgramCatalog['items'][number]
type Draft = Program & { version: number }

const emptyProduct = { code: '', name: '' }
const newProgram = (): Draft => ({
  ...{ code: '', name: '', family: 'DSCR', qualifiesBy: 'DSCR', version: 0 },
  ...{ activeFrom: civil(new Date()).day, activeTo: null, products: [emptyProduct] },
})
const familyOptions = keysOf(families).map((value) => ({ value, label: families[value] }))

/** Adds a program, or changes one with its products. The code stays, because rules name it. */
export const ProgramDialog = ({ stored, onClose }: { stored: Stored | undefined; onClose: () => void }) => {
  const [draft, setDraft] = useState<Draft>(() => stored ?? newProgram())
  const save = useSaveProgram()
  const isStale = stored !== undefined && hasStatus(save.error, 412) && draft.version !== stored.version
  const problems = problemsOf(save.error)
  const errorOf = (name: string) => problems.find(({ field }) => field === name)?.error
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const changeProduct = (place: number, part: Partial<typeof emptyProduct>) =>
    change({ products: draft.products.map((product, index) => (index === place ? { ...product, ...part } : product)) })
  return (
    <FormDialog
      title={stored ? `Edit ${stored.name}` : 'Add program'}
      submitLabel={stored ? 'Save' : 'Add program'}
      size="lg"
      isSubmitDisabled={isStale}
      onClose={onClose}
      onSubmit={() => save.mutateAsync({ program: draft, isNew: !stored })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          required
          maxLength={60}
          value={draft.name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
          data-autofocus
        />
        <TextInput
          label="Code"
          description={stored ? undefined : 'Use capital letters, digits, - and /'}
          required
          maxLength={20}
          disabled={stored !== undefined}
          value={draft.code}
          error={errorOf('code')}
          onChange={(event) => change({ code: event.currentTarget.value.toUpperCase() })}
        />
        <Select
          label="Family"
          allowDeselect={false}
          data={familyOptions}
          value={draft.family}
          onChange={(family) => family && change({ family })}
        />
        <Select
          label="Qualifies by"
          allowDeselect={false}
          data={qualifyings}
          value={draft.qualifiesBy}
          onChange={(qualifiesBy) => qualifiesBy && change({ qualifiesBy })}
        />
        <TextInput
          type="date"
          label="Start date"
          required
          value={draft.activeFrom}
          error={errorOf('activeFrom')}
          onChange={(event) => change({ activeFrom: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="End date"
          description="The last day the program is offered. Leave blank for no end date."
          value={draft.activeTo ?? ''}
          error={errorOf('activeTo')}
          onChange={(event) => change({ activeTo: event.currentTarget.value || null })}
        />
      </SimpleGrid>
      <Fieldset legend="Products">
        <Stack gap="xs">
          {[...draft.products.entries()].map(([place, product]) => (
            <Group key={place} gap="xs" wrap="nowrap" align="start">
              <Group flex={1} gap="xs" align="start">
                <TextInput
                  flex="1 1 9rem"
                  aria-label={`Code of product ${place + 1}`}
                  placeholder="Code"
                  maxLength={60}
                  value={product.code}
                  error={errorOf(`products.${place}.code`)}
                  onChange={(event) => changeProduct(place, { code: event.currentTarget.value })}
                />
                <TextInput
                  flex="1 1 9rem"
                  aria-label={`Name of product ${place + 1}`}
                  placeholder="Name"
                  maxLength={80}
                  value={product.name}
                  error={errorOf(`products.${place}.name`)}
                  onChange={(event) => changeProduct(place, { name: event.currentTarget.value })}
                />
              </Group>
              <ActionIcon
                size={36}
                aria-label={`Remove product ${place + 1}`}
                disabled={draft.products.length === 1}
                onClick={() => change({ products: draft.products.toSpliced(place, 1) })}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {errorOf('products') && (
            <Text size="sm" c="var(--mantine-color-error)">
              {errorOf('products')}
            </Text>
          )}
          <SmallButton
            me="auto"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => change({ products: [...draft.products, emptyProduct] })}
          >
            Add product
          </SmallButton>
        </Stack>
      </Fieldset>
      {isStale && (
        <ConflictBox onDiscard={() => setDraft(stored)} onKeepMine={() => change({ version: stored.version })} />
      )}
    </FormDialog>
  )
}
