import { ActionIcon, Group, TextInput } from '@mantine/core'
import { parameters } from '@portal/contract/guideline/model'
import { inUnit, sizeInUnit } from '@portal/contract/guideline/texts'
import { type PriceGridAnswer, PriceGridBody } from '@portal/contract/price/api'
import type { NewPriceBand } from '@portal/contract/price/model'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { bps } from '../../../lib/text/format.ts'
import { readTypedNumber } from '../../../lib/text/typed-number.ts'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import { programsQuery } from '../../../records/guideline/queries.ts'
import { EmptyState } from '../../../ui/message.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { GuidelinePage } from './guideline-page.tsx'
import { PriceBandDialog } from './price-band-dialog.tsx'
import { priceGridQuery, useSavePriceGrid } from './queries.ts'
import { SaveBox } from './save-box.tsx'
import { useStoredEditor } from './use-stored-editor.ts'

/** Settings > Guidelines > Price grid: what variances cost by their distance. */
export const PriceGridPage = () => {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <GuidelinePage
      current="prices"
      title="Price grid"
      under="The price that is suggested for a variance, by how far it misses its limit. Another price needs a reason."
      what="the price grid"
      query={useQuery(priceGridQuery)}
      addLabel="Add band"
      onAdd={() => setIsAdding(true)}
    >
      {(saved) => (
        <GridEditor
          saved={saved}
          isAdding={isAdding}
          onAdded={() => setIsAdding(false)}
        />
      )}
    </GuidelinePage>
  )
}

const GridDraft = PriceGridBody.extend({ version: z.number() })

type GridEditorProps = {
  saved: PriceGridAnswer
  isAdding: boolean
  onAdded: () => void
}

const GridEditor = ({ saved, isAdding, onAdded }: GridEditorProps) => {
  const programNames = useProgramNames()
  const editor = useStoredEditor({
    name: 'guidelines.price-grid',
    schema: GridDraft,
    saved,
    what: 'prices',
    useSave: useSavePriceGrid,
    describeField: (field, { rows }) => {
      const row = rows[Number(field.split('.')[1])]
      return row ? bandName(row, programNames) : 'Price grid'
    },
  })
  const { rows, addOn } = editor.draft
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const edit = (changed: NewPriceBand[]) => editor.edit({ rows: changed })
  return (
    <>
      <SaveBox {...editor.saveBox} />
      <AddOnField
        key={saved.version}
        addOn={addOn}
        onChange={(changed) => editor.edit({ addOn: changed })}
      />
      {rows.length === 0 && (
        <EmptyState
          title="No bands"
          why="Without a band, no price is suggested. Add one for each parameter that has a usual price."
        />
      )}
      {rows.length > 0 && (
        <SmallTable
          region="Price grid"
          heads={['Parameter', 'Program', 'Misses by', 'Price', 'Actions']}
        >
          {rows.map((row, index) => (
            <BandRow
              key={bandName(row, programNames)}
              row={row}
              programNames={programNames}
              onEdit={() => setOpenIndex(index)}
              onRemove={() => edit(rows.toSpliced(index, 1))}
            />
          ))}
        </SmallTable>
      )}
      {isAdding && (
        <PriceBandDialog
          stored={undefined}
          onClose={onAdded}
          onChange={(band) => edit([...rows, band])}
        />
      )}
      {openIndex !== null && (
        <PriceBandDialog
          stored={rows[openIndex]}
          onClose={() => setOpenIndex(null)}
          onChange={(band) => edit(rows.with(openIndex, band))}
        />
      )}
      <LeaveGuard isActive={editor.saveBox.isEdited} onLeave={editor.discard} />
    </>
  )
}

type AddOnFieldProps = { addOn: number; onChange: (addOn: number) => void }

const AddOnField = ({ addOn, onChange }: AddOnFieldProps) => {
  const [text, setText] = useState(String(addOn))
  const { error } = PriceGridBody.shape.addOn.safeParse(readTypedNumber(text))
  return (
    <TextInput
      label="Each further variance"
      description="Added for each variance after the first"
      maw="16rem"
      rightSection="bps"
      value={text}
      error={error?.issues[0]?.message}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        const read = PriceGridBody.shape.addOn.safeParse(readTypedNumber(typed))
        if (read.success) onChange(read.data)
      }}
    />
  )
}

/** Without its unit, which follows the upper bound; but '$' is before each. */
const lowerBound = (from: number, unit: string | null): string =>
  unit === '$' ? inUnit(from, unit) : from.toLocaleString('en-US')

/** 'over 10 up to 20 points', 'over $100,000 up to $500,000' */
const bandText = ({ parameter, from, to }: NewPriceBand): string => {
  const { unit } = parameters[parameter]
  return from === 0
    ? `up to ${sizeInUnit(to, unit)}`
    : `over ${lowerBound(from, unit)} up to ${sizeInUnit(to, unit)}`
}

type ProgramNames = ReadonlyMap<string, string>

/** The name of each program by its code. */
const useProgramNames = (): ProgramNames => {
  const { data } = useQuery(programsQuery)
  return new Map(data?.items.map(({ code, name }) => [code, name]))
}

/** The code until the names are loaded. */
const programName = (code: string, names: ProgramNames): string =>
  names.get(code) ?? code

/** 'FICO over 10 up to 20 points, Bank Statement 12' */
const bandName = (row: NewPriceBand, programNames: ProgramNames): string => {
  const band = `${parameters[row.parameter].label} ${bandText(row)}`
  return row.program === null
    ? band
    : `${band}, ${programName(row.program, programNames)}`
}

type BandRowProps = {
  row: NewPriceBand
  programNames: ProgramNames
  onEdit: () => void
  onRemove: () => void
}

const BandRow = ({ row, programNames, onEdit, onRemove }: BandRowProps) => (
  <tr>
    <th scope="row">{parameters[row.parameter].label}</th>
    <td>
      {row.program === null
        ? 'Every program'
        : programName(row.program, programNames)}
    </td>
    <td>{bandText(row)}</td>
    <td>{bps(row.bps)}</td>
    <td>
      <Group gap={4} wrap="nowrap">
        <TinyButton
          aria-label={`Edit ${bandName(row, programNames)}`}
          onClick={onEdit}
        >
          Edit
        </TinyButton>
        <ActionIcon
          aria-label={`Remove ${bandName(row, programNames)}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </td>
  </tr>
)
