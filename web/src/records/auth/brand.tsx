import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import classes from './brand.module.css'
import { useBranding } from './queries.ts'

/** The buyer's logo or initial, and its name if there is room. */
export const Brand = ({ isCollapsed = false }: { isCollapsed?: boolean }) => {
  const { name, logoUrl } = useBranding()
  return (
    <span className={classes.brand}>
      {logoUrl ? (
        <img className={classes.logo} src={logoUrl} alt="" />
      ) : (
        <span className={classes.initial} aria-hidden>
          {name.charAt(0).toUpperCase()}
        </span>
      )}
      {isCollapsed ? (
        <VisuallyHidden>{name}</VisuallyHidden>
      ) : (
        <span className={classes.name}>{name}</span>
      )}
    </span>
  )
}
