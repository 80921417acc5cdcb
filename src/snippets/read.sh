curl "https://games.example.com/embed/dragontiger/api/current"
curl "https://games.example.com/embed/dragontiger/api/results?limit=20"
curl "https://games.example.com/embed/dragontiger/api/schedule"
