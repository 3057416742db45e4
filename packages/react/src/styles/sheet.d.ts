/** Type of a style sheet or font: a side effect, without exports. */
export {}
