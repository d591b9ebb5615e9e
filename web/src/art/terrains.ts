// What people call the terrains of a skirmish, from the left. Files and the protocol count them from 0.
export const TERRAINS = ["Meadow", "Ruins", "River", "Forest", "Crag"] as const;

/** The name of a terrain by its number. */
export const terrain = (number: number): string => TERRAINS[number] ?? `Terrain ${number + 1}`;
