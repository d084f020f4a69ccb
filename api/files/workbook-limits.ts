/** What a workbook may take. A file of 10 MB as Excel writes it stays far below each of these. */

/** Parts of the archive: some hundred sheets have some thousand. */
export const PARTS_MAX = 5_000
/** Of all parts that are unpacked: 50,000 rows of ten cells take some 45 MB. */
export const UNPACKED_BYTES_MAX = 134_217_728
/** As many as 50,000 rows of 40 columns. */
export const CELLS_MAX = 2_000_000
export const SHEETS_MAX = 500
/** Heap of the thread that reads it; the parts themselves come on top. */
export const HEAP_MB_MAX = 512
/** 50,000 rows of ten cells take two seconds, and the machine may be busy. */
export const READ_MS_MAX = 30_000
/**
 * Of a tag: the parser takes minutes for one with millions of attributes. What spreadsheets write has some hundred
 * characters, and a link of 2,083 at most.
 */
export const TAG_BYTES_MAX = 8_192
/** Of a sheet whose links are read: that takes the complete sheet into memory, some 150 MB at this number. */
export const LINKED_CELLS_MAX = 250_000
