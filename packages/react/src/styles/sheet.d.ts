/** A file for the page, with nothing to import by name. */
export {}
