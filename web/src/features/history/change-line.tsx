import { Text } from '@mantine/core'
import type { Change } from '@portal/contract/history/api'
import { IconArrowRight } from '@tabler/icons-react'
import { fieldLabel, fieldText } from '../slv/shared/field-text.ts'
import classes from './history.module.css'

type ChangeLineProps = { change: Change; brandName: string; withEmpty?: boolean }

/** One field with its value before and after. An empty value before is left out, unless `withEmpty`. */
export const ChangeLine = ({ change: { field, before, after }, brandName, withEmpty = false }: ChangeLineProps) => (
  <>
    <Text span inherit c="dimmed">
      {fieldLabel(field, brandName)}:
    </Text>{' '}
    {(before !== null || withEmpty) && (
      <>
        <del className={classes.before}>{fieldText(field, before)}</del> <ChangeArrow />{' '}
      </>
    )}
    <ins className={classes.after}>{fieldText(field, after)}</ins>
  </>
)

/** From one value to another. */
export const ChangeArrow = ({ size = 12 }: { size?: number }) => (
  <IconArrowRight style={{ verticalAlign: 'middle' }} size={size} role="img" aria-label="to" />
)
