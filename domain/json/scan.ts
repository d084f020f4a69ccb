/** Limits of a JSON text, counted on its bytes before anything is parsed. */
export interface JsonLimits {
  readonly depthMax: number
  /** Members and items, at any depth. */
  readonly valuesMax: number
  /** How many of these may be parsed at once: in one item of a long list, and in everything outside of long lists. */
  readonly valuesAtOnceMax: number
}

/** Items of a list that are parsed together: `[from, to)` of the bytes, without the commas around them. */
export interface JsonPiece {
  readonly from: number
  readonly to: number
  readonly items: number
}

/** A list that is a member of the outermost object: the text between its brackets. */
export interface JsonList {
  readonly from: number
  readonly to: number
  readonly pieces: readonly JsonPiece[]
}

export type JsonExcess =
  | { readonly kind: 'too deep' }
  | { readonly kind: 'too many' }
  /** One item of the list that begins at the byte `listFrom`, or the text outside of lists (`item` is null). */
  | { readonly kind: 'too many at once'; readonly item: { readonly listFrom: number; readonly index: number } | null }

/** Parsing this many bytes or values takes about a millisecond. */
const PIECE_BYTES = 65_536
const PIECE_VALUES = 2_000
/** More digits than this do not fit a double. */
const DIGITS_MAX = 15

const QUOTE = 0x22
const COMMA = 0x2c
const POINT = 0x2e
const NINE = 0x39
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Walks the bytes of a JSON text once. It counts depth and values (a comma or an opening bracket outside of strings
 * begins one, so an empty list counts twice), and finds where long lists can be cut. It does not check the syntax: a
 * text that passes may still be no JSON. The state is kept between calls, so that a long text can be scanned in parts.
 */
export class JsonScan {
  readonly #bytes: Uint8Array
  readonly #limits: JsonLimits
  readonly #lists: JsonList[] = []
  #at = 0
  #inString = false
  #depth = 0
  #values = 0
  #digits = 0
  #longNumbers = false
  #outermost = 0
  #list: OpenList | null = null
  #outside = 0

  constructor(bytes: Uint8Array, limits: JsonLimits) {
    this.#bytes = bytes
    this.#limits = limits
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length
  }

  get values(): number {
    return this.#values
  }

  /** Whether a number outside of strings has more digits than a double keeps. */
  get longNumbers(): boolean {
    return this.#longNumbers
  }

  get lists(): readonly JsonList[] {
    return this.#lists
  }

  /** Continues for `bytesMax` bytes. An exceeded limit ends the scan. */
  scan(bytesMax = Infinity): JsonExcess | null {
    const bytes = this.#bytes
    const end = Math.min(bytes.length, this.#at + bytesMax)
    // Locals: a private field in this loop doubles its time.
    let at = this.#at
    let inString = this.#inString
    let digits = this.#digits
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0
      if (inString) {
        if (byte === BACKSLASH) at += 1
        else if (byte === QUOTE) inString = false
      } else if (byte >= POINT && byte <= NINE) {
        digits += 1
        if (digits > DIGITS_MAX) this.#longNumbers = true
      } else {
        digits = 0
        if (byte === QUOTE) inString = true
        else if (byte === COMMA || byte >= OPEN_LIST) {
          const excess = this.#structure(byte, at)
          if (excess !== null) return excess
        }
      }
    }
    this.#at = at
    this.#inString = inString
    this.#digits = digits
    return null
  }

  #structure(byte: number, at: number): JsonExcess | null {
    switch (byte) {
      case COMMA:
        return this.#comma(at)
      case OPEN_LIST:
      case OPEN_OBJECT:
        return this.#open(byte, at)
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        return this.#close(at)
      default:
        return null
    }
  }

  #open(byte: number, at: number): JsonExcess | null {
    this.#depth += 1
    if (this.#depth > this.#limits.depthMax) return { kind: 'too deep' }
    if (this.#depth === 1) this.#outermost = byte
    if (this.#depth === 2 && byte === OPEN_LIST && this.#outermost === OPEN_OBJECT) {
      this.#list = {
        from: at + 1,
        pieces: [],
        pieceFrom: at + 1,
        pieceItems: 0,
        pieceValues: 0,
        itemValues: 0,
        items: 0,
      }
    }
    return this.#count()
  }

  #close(at: number): JsonExcess | null {
    if (this.#depth === 2 && this.#list !== null) {
      this.#endItem(this.#list)
      this.#endPiece(this.#list, at)
      this.#lists.push({ from: this.#list.from, to: at, pieces: this.#list.pieces })
      this.#list = null
    }
    this.#depth -= 1
    return null
  }

  #comma(at: number): JsonExcess | null {
    const list = this.#depth === 2 ? this.#list : null
    if (list === null) return this.#count()
    this.#endItem(list)
    if (at - list.pieceFrom >= PIECE_BYTES || list.pieceValues >= PIECE_VALUES) this.#endPiece(list, at)
    return this.#count()
  }

  #endItem(list: OpenList): void {
    list.items += 1
    list.pieceItems += 1
    list.itemValues = 0
  }

  #endPiece(list: OpenList, at: number): void {
    list.pieces.push({ from: list.pieceFrom, to: at, items: list.pieceItems })
    list.pieceFrom = at + 1
    list.pieceItems = 0
    list.pieceValues = 0
  }

  #count(): JsonExcess | null {
    this.#values += 1
    if (this.#values > this.#limits.valuesMax) return { kind: 'too many' }
    const list = this.#list
    if (list === null) {
      this.#outside += 1
      return this.#outside > this.#limits.valuesAtOnceMax ? { kind: 'too many at once', item: null } : null
    }
    list.pieceValues += 1
    list.itemValues += 1
    return list.itemValues > this.#limits.valuesAtOnceMax
      ? { kind: 'too many at once', item: { listFrom: list.from, index: list.items } }
      : null
  }
}

/** The list that is being scanned, and its piece that has not ended. */
interface OpenList {
  readonly from: number
  readonly pieces: JsonPiece[]
  pieceFrom: number
  pieceItems: number
  pieceValues: number
  itemValues: number
  items: number
}
