import { documentFactLabels, type SlvDocument } from '@portal/contract/document/model'
import classes from './document.module.css'

/** What a PDF contains besides its pages. The preview runs none of it; a program that opens the file may. */
export const DocumentFacts = ({ document: { facts } }: { document: SlvDocument }) =>
  facts.length > 0 && <div className={classes.under}>{facts.map((fact) => documentFactLabels[fact]).join(' · ')}</div>
