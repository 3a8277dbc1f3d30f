/** The version of the interface, as GET /version and the document say it. */
export const API_VERSION = '0.1.0'
