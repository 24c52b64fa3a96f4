import * as z from 'zod'

// A page may not make code of text, and zod tries whether it may as soon as a shape is declared. So it has to be told
// before any is, which is why whatever declares shapes imports this first.
if ('document' in globalThis) z.config({ jitless: true })
