import { sampled } from './seed.ts'

/** Which part of each table of crashes a test run plays, at least one row of each; `THOROUGH=1` plays them all. */
const PART = 16

/** The rows of a table of crashes that this test run plays, drawn by its seed. */
export const played = <Row>(rows: readonly Row[]): readonly Row[] => sampled(rows, Math.ceil(rows.length / PART))
