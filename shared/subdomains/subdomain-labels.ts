import labels from './subdomain-labels.json' with { type: 'json' }

/**
 * Labels that are tried below a domain, the most frequent first. Sources: bitquark/dnspop (2016)
 * and SecLists' top million list, both with the MIT licence. Names of current tools are inserted
 * after the first 300.
 */
export const SUBDOMAIN_LABELS: readonly string[] = labels
