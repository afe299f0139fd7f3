import {
  ActionIcon,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { ProgramCatalog } from '@portal/contract/guideline/api'
import {
  families,
  Program,
  qualifyings,
} from '@portal/contract/guideline/model'
import { findProblems } from '@portal/contract/lib/problems'
import { getKeys } from '@portal/contract/lib/typed'
import { civil } from '@portal/contract/sla/calendar'
import { approvalDays } from '@portal/contract/slv/decision/validity'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Hint, SmallButton } from '../../../ui/presets.ts'
import { useSaveProgram } from './queries.ts'
import { useStoredFields } from './save-box.tsx'

type Stored = ProgramCatalog['items'][number]
type Draft = Program & { version: number }

type Product = Program['products'][number]

const emptyProduct: Product = { code: '', name: '' }
const newProgram = (): Draft => ({
  code: '',
  name: '',
  family: 'DSCR',
  qualifiesBy: 'DSCR',
  version: 0,
  activeFrom: civil(new Date()).day,
  activeTo: null,
  approvalDays: approvalDays.default,
  products: [emptyProduct],
})
const familyOptions = getKeys(families).map((value) => ({
  value,
  label: families[value],
}))

/**
 * Adds a program, or changes one with its products. The code stays, because
 * rules name it.
 */
export const ProgramDialog = ({
  stored,
  onClose,
}: {
  stored: Stored | undefined
  onClose: () => void
}) => {
  const save = useSaveProgram()
  const fields = useStoredFields({ saved: stored, create: newProgram })
  const { draft, submit, isStale, conflict } = fields
  return (
    <FormDialog
      title={stored ? `Edit ${stored.name}` : 'Add program'}
      submitLabel={stored ? 'Save' : 'Add program'}
      size="lg"
      isSubmitDisabled={isStale}
      onClose={onClose}
      onSubmit={() =>
        submit(findProblems(Program, draft), () =>
          save.mutateAsync({ program: draft, isNew: !stored }),
        )
      }
    >
      <ProgramFields fields={fields} isNew={!stored} />
      <ProductsField fields={fields} />
      {conflict}
    </FormDialog>
  )
}

type Fields = ReturnType<typeof useStoredFields<Draft>>

const ProgramFields = ({
  fields: { draft, text, choice, change, errorOf },
  isNew,
}: {
  fields: Fields
  isNew: boolean
}) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <TextInput
      label="Name"
      description="As LoanDock names it, so that requests are filled in"
      required
      maxLength={60}
      data-autofocus
      {...text('name')}
    />
    <TextInput
      label="Code"
      description={isNew ? 'Use capital letters, digits, - and /' : undefined}
      required
      maxLength={20}
      disabled={!isNew}
      {...text('code', (typed) => typed.toUpperCase())}
    />
    <Select
      label="Family"
      allowDeselect={false}
      data={familyOptions}
      {...choice('family')}
    />
    <Select
      label="Qualifies by"
      allowDeselect={false}
      data={qualifyings}
      {...choice('qualifiesBy')}
    />
    <TextInput
      type="date"
      label="Start date"
      description="For loans that are locked on or after this day"
      required
      {...text('activeFrom')}
    />
    <TextInput
      type="date"
      label="End date"
      description="The last lock date. Leave blank for no end date."
      {...text('activeTo', (typed) => typed || null)}
    />
    <TextInput
      type="number"
      label="Approval days"
      description="How long an approval is good, unless the lock ends earlier"
      required
      min={approvalDays.min}
      max={approvalDays.max}
      value={draft.approvalDays || ''}
      error={errorOf('approvalDays')}
      onChange={({ currentTarget }) =>
        change({ approvalDays: Number(currentTarget.value) })
      }
    />
  </SimpleGrid>
)

const ProductsField = ({
  fields: { draft, change, errorOf },
}: {
  fields: Fields
}) => {
  const { products } = draft
  return (
    <Fieldset legend="Products: code and name">
      <Stack gap="xs">
        <Hint>Codes as LoanDock sends them.</Hint>
        {[...products.entries()].map(([index, product]) => (
          <ProductRow
            // A new product has nothing else that identifies it.
            key={index}
            product={product}
            label={`product ${index + 1}`}
            errorOf={(field) => errorOf(`products.${index}.${field}`)}
            isOnlyOne={products.length === 1}
            onChange={(changed) =>
              change({ products: products.with(index, changed) })
            }
            onRemove={() => change({ products: products.toSpliced(index, 1) })}
          />
        ))}
        {errorOf('products') && (
          <Text size="sm" c="var(--mantine-color-error)">
            {errorOf('products')}
          </Text>
        )}
        <SmallButton
          me="auto"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change({ products: [...products, emptyProduct] })}
        >
          Add product
        </SmallButton>
      </Stack>
    </Fieldset>
  )
}

type ProductRowProps = {
  product: Product
  /** 'product 2' */
  label: string
  errorOf: (field: keyof Product) => string | undefined
  isOnlyOne: boolean
  onChange: (product: Product) => void
  onRemove: () => void
}

const ProductRow = ({
  product,
  label,
  errorOf,
  isOnlyOne,
  onChange,
  onRemove,
}: ProductRowProps) => (
  <Group gap="xs" wrap="nowrap" align="start">
    <Group flex={1} gap="xs" align="start">
      <TextInput
        flex="1 1 9rem"
        aria-label={`Code of ${label}`}
        placeholder="Code"
        maxLength={60}
        value={product.code}
        error={errorOf('code')}
        onChange={({ currentTarget }) =>
          onChange({ ...product, code: currentTarget.value })
        }
      />
      <TextInput
        flex="1 1 9rem"
        aria-label={`Name of ${label}`}
        placeholder="Name"
        maxLength={80}
        value={product.name}
        error={errorOf('name')}
        onChange={({ currentTarget }) =>
          onChange({ ...product, name: currentTarget.value })
        }
      />
    </Group>
    <ActionIcon
      size={36}
      aria-label={`Remove ${label}`}
      disabled={isOnlyOne}
      onClick={onRemove}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  </Group>
)
