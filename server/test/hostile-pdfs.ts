import { deflateSync } from 'node:zlib'
import { packedObjects, pdfWith, type Sample, streamObject } from './sample-files.ts'

const script = /contains a script/
const hidden = /objects stand/
const unclear = /cannot be checked/
const odd = /damaged/
const action = '<< /S /JavaScript /JS (app.alert(1)) >>'
const flate = (text: string) => deflateSync(Buffer.from(text))

/** A stream of objects whose list of places is the caller's. */
const packedAt = (list: string, objects: string) =>
  streamObject(
    `/Type /ObjStm /N ${list.trim().split(' ').length / 2} /First ${list.length} /Filter /FlateDecode`,
    flate(list + objects),
  )
const plainly = (objects: string, length: number) =>
  `<< /Type /ObjStm /N 1 /First 4 /Length ${length} >>\nstream\n9 0 ${objects}\nendstream`
const packedTwice = deflateSync(flate(`9 0 ${action}`))

/** PDFs with a script that is there for a reader and hard to see for whoever looks at the words alone. */
export const hostilePdfs: Sample[] = [
  // where streams and objects end
  ['stream in a string', pdfWith(`/A(>>stream\n) /OpenAction${action} /B(endstream)`), script],
  ['stream in a comment', pdfWith(`%>>stream\n/OpenAction${action}\n%endstream\n`), script],
  ['stream in hexadecimals', pdfWith(`/A <3e3e> /B (\\)>>stream\n) /OpenAction${action} /C (endstream)`), script],
  ['end in a string of a dictionary', pdfWith('', packedObjects(action, '/Z( endobj )/Filter /FlateDecode')), script],
  ['comment before the stream', pdfWith('', packedObjects(action).replace('>>\nstream', '>>%x\nstream')), script],
  ['space behind a stream of objects', pdfWith('', packedObjects(action).replace('stream\n', 'stream \n')), script],
  ['spelt type', pdfWith('', packedObjects(action).replace('/ObjStm', '/Obj#53tm')), script],
  ['nested strings', pdfWith(`/A ((\\() \\) >>stream) /OpenAction${action} /B (endstream)`), script],
  ['no line behind the stream', pdfWith('', '<< >>\nstream x\nendstream'), odd],
  ['stream in a dictionary', pdfWith('/A << >> stream\nendstream'), odd],
  ['no hexadecimals', pdfWith(`/A <( > /OpenAction${action} %)`), odd],
  // objects where nobody looks
  ['object in a string', pdfWith(`/A (\n7 0 obj ${action} endobj )`), hidden],
  ['object in a comment', pdfWith(`% 7 0 obj ${action}\n`), hidden],
  ['object behind a comment', pdfWith('', streamObject('', Buffer.from(`7 0%x\nobj ${action}`))), hidden],
  ['object head without a space', pdfWith('', streamObject('', Buffer.from(`7 0obj ${action}`))), hidden],
  ['trailer in a stream', pdfWith('', streamObject('', Buffer.from(`trailer << /Root ${action} >>`))), hidden],
  ['trailer in a string', pdfWith(`/A (trailer << /Root ${action} >>)`), hidden],
  ['object before the beginning', Buffer.concat([Buffer.from(`7 0 obj (${action})\n`), pdfWith()]), hidden],
  ['place in a packed string', pdfWith('', packedAt('9 0 8 2 ', `(/ ${action})`)), odd],
  ['place in a packed comment', pdfWith('', packedAt('9 1 8 16 ', `% ${action}\n<< >> [ 1 ]`)), odd],
  ['place in a packed name', pdfWith('', packedAt('9 0 8 3 ', '/JSX (x)')), odd],
  ['list in a string', pdfWith('', packedAt('9 0 ( ', `) ${action}`)), odd],
  ['place behind it all', pdfWith('', packedAt('9 0 8 4 ', `1 %/ ${action}`)), odd],
  ['plain objects beyond their end', pdfWith('', plainly(`[(endstream%)${action}]\n`, 80)), odd],
  ['plain objects that end before', pdfWith('', plainly('/JSX', 7)), odd],
  // how they are packed
  ['packed as told elsewhere', pdfWith('', packedObjects(action, '/Filter 7 0 R'), '/FlateDecode'), unclear],
  [
    'packed twice',
    pdfWith('', streamObject('/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]', packedTwice)),
    unclear,
  ],
  ['foretold', pdfWith('', packedObjects(action, '/Filter /FlateDecode /DecodeParms<</Predictor 12>>')), unclear],
  ['foretold elsewhere', pdfWith('', packedObjects(action, '/Filter /FlateDecode /DecodeParms 7 0 R')), unclear],
  ['foretold in short', pdfWith('', packedObjects(action, '/Filter /FlateDecode /DP <</Predictor 12>>')), unclear],
  ['packed by two keys', pdfWith('', packedObjects(action, '/Filter /FlateDecode /Filter /LZWDecode')), unclear],
  ['packed in short', pdfWith('', packedObjects(action, '/F /FlateDecode')), unclear],
  ['table packed otherwise', pdfWith('', streamObject('/Type /XRef /Filter /LZWDecode', Buffer.from('x'))), unclear],
  ['first told elsewhere', pdfWith('', streamObject('/Type /ObjStm /N 1 /First 7 0 R', Buffer.from('9 0 1'))), odd],
  // further ways to carry a file
  ['attached to a page', pdfWith('', '<< /Subtype /FileAttachment /FS << >> >>'), /another file inside/],
  ['file without a type', pdfWith('', '<< /UF (a.exe) /EF << /F 5 0 R >> >>'), /another file inside/],
].map(([name, content, why]) => ({ name: `${name}.pdf`, bytes: content, why }) as Sample)
